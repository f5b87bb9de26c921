"""Why a card cannot be made."""


class Unfit(Exception):
    """An argument or an image that cannot be used; the text is one sentence."""
