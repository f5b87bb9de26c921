"""How whatever is open is closed.

Law: each part is closed, whatever the one before said; what one says goes into the log, and changes nothing of what is
done next.
"""

import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)


def close_all(*closings: Callable[[], object]) -> None:
    """Call them in this order. Raises nothing that a part can raise; only Ctrl-C ends it."""
    for close in closings:
        try:
            close()
        except Exception:
            _log.exception("a part was not closed as it should be")
