"""How open parts are closed.

Law: each part is closed, even if one before it failed. A failure goes into the log and stops nothing.
"""

import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)


def close_all(*closings: Callable[[], object]) -> None:
    """Call them in this order. No error of a part gets through; only Ctrl-C stops it."""
    for close in closings:
        try:
            close()
        except Exception:
            _log.exception("a part was not closed as it should be")
