"""What every game on the box is made of. It knows no game, no clock, no file and no random number."""
