"""A console for progress bars, which write control sequences."""

import sys

from rich.console import Console

from ragtui_core import StandardStream


def drawing_console() -> Console:
    """Standard error without the sanitizer.

    Only a bar may write to it. Sentences beside a bar pass `for_terminal` first.
    """
    stream = sys.stderr
    raw = stream.unsanitized if isinstance(stream, StandardStream) else stream
    return Console(file=raw, highlight=False, markup=False)
