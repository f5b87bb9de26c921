"""How the box is wired: the pin map, and the pictures and system files that go with it."""
