"""The command `companion`, and `python -m companion`.

Law: Ctrl-C says nothing, not even while the modules are being loaded.
"""

import sys


def run() -> int:
    """Run the command line; gives the exit code."""
    try:
        from companion.cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
