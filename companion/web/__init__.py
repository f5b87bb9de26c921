"""The twin: a browser page that is the same box on a laptop. Importing this package costs nothing."""
