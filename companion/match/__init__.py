"""One game being played: what was done and undone, what the box draws, its record. It knows no key and no screen."""
