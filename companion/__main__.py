"""The commands `companion` and `python -m companion`.

Laws: Ctrl-C, or any other signal that ends the process, prints nothing, even while the modules are being loaded. On
Windows nothing is loaded, since the box needs a system like Linux or macOS.
"""

import faulthandler
import gc
import sys

LEAST_GARBAGE = 100_000
"""Objects between two looks for garbage (700 by default): a start makes many, nearly all of which stay."""
WINDOWS = "companion: expected Linux or macOS; this is Windows: install WSL (`wsl --install`), and run it there."


def run() -> int:
    """Run the command line; returns the exit code."""
    if sys.platform == "win32":
        print(WINDOWS, file=sys.stderr)
        return 2
    from companion.daemon.signals import code_of, ended_by_signals

    gc.set_threshold(LEAST_GARBAGE)
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
