"""Pages of tablets and phones as the box sees them: what everybody, one seat and the owner may see and say.

Laws: the box's loop only stores a moment; the web server's thread makes words of it for pages that ask; what only one
seat may know is never in another page's bytes.
"""

from companion.daemon.pages.moment import Moment, moment
from companion.daemon.pages.pages import EncodedPages
from companion.daemon.pages.said import CameIn, FromPages, Ordered, PageMessage
from companion.daemon.pages.seat import own
from companion.daemon.pages.shape import CurveLine, DrawnBoard, Hello, Own, PageChoice, PublicView, QuestionForm

__all__ = [
    "CameIn",
    "CurveLine",
    "DrawnBoard",
    "EncodedPages",
    "FromPages",
    "Hello",
    "Moment",
    "Ordered",
    "Own",
    "PageChoice",
    "PageMessage",
    "PublicView",
    "QuestionForm",
    "moment",
    "own",
]
