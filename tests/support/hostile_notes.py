"""Notes made to take very long to parse: one construct repeated many times."""

import tomllib
from collections.abc import Callable

from support.commands import DATA

_FRONT = 195_000
"""Characters; longer front matter is text."""


def _growing(piece: Callable[[int], str], length: int) -> str:
    """Pieces of rising number, up to about `length` characters."""
    parts, total, number = [], 0, 1
    while total < length:
        parts.append(piece(number))
        total += len(parts[-1])
        number += 1
    return "".join(parts)


def _repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda length: before + piece * (length // len(piece)) + after


def _front_matter(
    piece: str, before: str = "", after: str = ""
) -> Callable[[int], str]:
    def made(length: int) -> str:
        block = piece * (min(length, _FRONT) // len(piece))
        text = f"---\n{before}{block}{after}\n---\n"
        return text + "word " * (max(0, length - len(text)) // 5)

    return made


_DATA = tomllib.loads((DATA / "hostile_notes.toml").read_text("utf-8"))

KINDS: dict[str, Callable[[int], str]] = {
    **{name: _repeated(*texts) for name, texts in _DATA["text"].items()},
    **{name: _front_matter(*texts) for name, texts in _DATA["front_matter"].items()},
    "lists in lists": lambda length: _growing(lambda n: " " * n + "- a\n", length),
    "brackets in brackets": lambda length: "[" * (length // 2) + "]" * (length // 2),
    "runs of backticks": lambda length: _growing(lambda n: "`" * n + "a", length),
    "longer fences": lambda length: _growing(lambda n: "`" * (n + 3) + "\n", length),
    "a wide table": lambda n: "|" * (n // 2) + "\n" + "|-" * (n // 4) + "\n",
}
"""By name, a maker of a note of about so many characters."""
