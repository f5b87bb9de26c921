"""One game being played: what was done and undone, what the lot gives, its record. It knows no key and no screen."""
