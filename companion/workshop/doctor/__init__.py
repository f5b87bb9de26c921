"""`companion doctor`: what is wrong with this box, and with which command it is mended."""
