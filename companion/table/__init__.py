"""People, their keys and their screens, all pure: no clock, no thread, no file; time and chance are arguments."""
