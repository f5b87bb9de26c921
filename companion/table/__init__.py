"""One running game at the table, still pure: no clock, no thread, no file; time and chance are arguments."""
