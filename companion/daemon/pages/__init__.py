"""Pages of tablets and phones as the box sees them: what everybody, one seat and the owner may see and say.

Laws: the box's loop leaves a moment, and whoever looks makes words of it, in the web server's thread; what only one
seat may know is in no other page's bytes.
"""

from companion.daemon.pages.moment import Moment, moment
from companion.daemon.pages.pages import Pages
from companion.daemon.pages.said import CameIn, Ordered, Said
from companion.daemon.pages.seat import own
from companion.daemon.pages.shape import Board, Choice, Hello, Line, Own, Paper, Shown

__all__ = [
    "Board",
    "CameIn",
    "Choice",
    "Hello",
    "Line",
    "Moment",
    "Ordered",
    "Own",
    "Pages",
    "Paper",
    "Said",
    "Shown",
    "moment",
    "own",
]
