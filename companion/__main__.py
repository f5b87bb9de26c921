"""The command `companion`, and `python -m companion`.

Law: Ctrl-C says nothing, nor does any other signal that ends it, not even while the modules are being loaded.
"""

import faulthandler
import sys

from companion.daemon.signals import code_of, ended_by_signals


def run() -> int:
    """Run the command line; gives the exit code."""
    if sys.stderr is not None:
        faulthandler.enable()  # where the processor gives up, or a watchdog, the stacks of all threads are told
    try:
        with ended_by_signals():
            from companion.cli import main

            return main()
    except KeyboardInterrupt as stop:
        return code_of(stop)


if __name__ == "__main__":
    sys.exit(run())
