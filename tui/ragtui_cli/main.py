"""Entry point: finds the command, runs it, turns errors into a line and a code.

Nothing heavy is imported before `main` runs, so that Ctrl+C during an import ends the
command as it does at any other moment.
"""

import gc
import signal
import sys
from collections.abc import Sequence

from ragtui_cli import exit_codes


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ragtui`, with the process's own arguments unless given; its exit code."""
    try:
        from ragtui_core.terminal import guarded_output, hold_standard_descriptors

        hold_standard_descriptors()
        with guarded_output():
            return _guarded(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    finally:
        if arguments is None:
            # At interpreter shutdown, an interrupt would print a traceback.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            # Spares the interpreter a last collection, which takes 2 s of a server
            # on a busy machine, and 0.1 s without it.
            gc.freeze()


def _guarded(arguments: Sequence[str]) -> int:
    from ragtui_core import RagtuiError

    try:
        return _run(arguments)
    except RagtuiError as error:
        print(f"ragtui: {error}", file=sys.stderr)
        return exit_codes.FAILED
    except BrokenPipeError:
        # The reader closed the pipe (`ragtui search x | head -1`).
        return exit_codes.FOUND


def _run(arguments: Sequence[str]) -> int:
    from ragtui_cli.command_parser import parse

    try:
        args = parse(arguments)
    except SystemExit as ended:  # argparse has printed help or an error
        code = int(ended.code or exit_codes.FOUND)
    else:
        code = args.run(args)
    sys.stdout.flush()  # here, where a closed pipe is not an error
    return code


if __name__ == "__main__":
    sys.exit(main())
