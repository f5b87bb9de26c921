"""The box open on the bench: what is wrong with it, trying one part, finding the wiring."""
