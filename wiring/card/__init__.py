"""What `image.py` writes onto a card."""
