"""Entry point: finds the command, runs it, turns errors into a line and a code."""

import io
import os
import sys
from collections.abc import Sequence

from ragtui_cli import exit_codes
from ragtui_cli.arguments import parse
from ragtui_core.errors import RagtuiError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ragtui`; returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows only ASCII shall not end a command with a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        given = parse(sys.argv[1:] if arguments is None else arguments)
        code: int = given.run(given)
        sys.stdout.flush()  # here, where a reader that has gone is no error
    except RagtuiError as error:
        print(f"ragtui: {error}", file=sys.stderr)
        return exit_codes.FAILED
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`ragtui search x | head -1`): keep the
        # interpreter from failing once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_codes.FOUND
    return code


if __name__ == "__main__":
    sys.exit(main())
