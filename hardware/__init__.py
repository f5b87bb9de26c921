"""Keys, display and lights of a box on a Raspberry Pi.

1. Nothing here knows what is played with them.
2. Every part may be missing, break or come back at any time; it says so in one plain sentence and heals by itself.
3. Time is an argument: the same code runs in threads with a real clock, or stepped with a virtual one.
"""
