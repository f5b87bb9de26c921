"""People, their keys and what they see, still pure: no clock, no thread, no file; time and chance are arguments."""
