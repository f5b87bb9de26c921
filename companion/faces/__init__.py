"""Faces: each shows a `View` on one kind of device, by light or sound. No face knows a game."""
