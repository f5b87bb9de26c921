"""The commands `companion` and `python -m companion`.

Law: Ctrl-C, or any other signal that ends the process, prints nothing, even while the modules are being loaded.
"""

import faulthandler
import sys

from companion.daemon.signals import code_of, ended_by_signals


def run() -> int:
    """Run the command line; returns the exit code."""
    if sys.stderr is not None:
        faulthandler.enable()  # after a crash or a watchdog's signal, it prints the stacks of all threads
    try:
        with ended_by_signals():
            from companion.cli import main

            return main()
    except KeyboardInterrupt as stop:
        return code_of(stop)


if __name__ == "__main__":
    sys.exit(run())
