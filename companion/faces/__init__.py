"""Faces: each draws a `View` for one kind of eye or ear and knows no game."""
