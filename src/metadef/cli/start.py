"""Where the script `metadef` starts: nothing is imported before an interrupt can be answered in words.

Importing click and the first command takes most of the time of a short command, so Ctrl-C often falls into it.
"""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; 130 without a traceback when the user interrupts, also while modules are imported."""
    try:
        from metadef.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        raise SystemExit(130) from None
