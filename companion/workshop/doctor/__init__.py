"""`companion doctor`: what is wrong with this box, and which command mends it."""
