"""The simulated far ends: mock pins below gpiozero, a display chip below luma's bus, a controller behind a pty.

1. Nothing here replaces a driver; the drivers cannot tell the difference.
"""
