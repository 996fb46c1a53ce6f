"""Options of commands: those without a value, and numbers, each within a range.

A number outside, or none at all, ends the command with exit code 2 and a message that
names the option and the range.
"""

import argparse
import re
from collections.abc import Callable
from typing import TypeVar

N = TypeVar("N", int, float)

MAX_PORT = 65_535

MAX_COUNT = 1_000_000
"""Upper bound where nothing else limits a count."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})")


def add_flags(parser: argparse._ActionsContainer, **words: str) -> None:
    """Add options without a value: `no_embed="keywords only"` is `--no-embed`."""
    for name, description in words.items():
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, action="store_true", help=description)


def add_count(
    parser: argparse._ActionsContainer,
    *names: str,
    within: tuple[int, int],
    words: str,
    default: int | None = None,
) -> None:
    """Add an option with a whole number `within` a range, inclusive."""
    parser.add_argument(
        *names, type=whole(*within), default=default, metavar="N", help=words
    )


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argparse type for whole numbers from `low` to `high`, inclusive."""
    return _within(low, high, int, _WHOLE, f"a whole number from {low} to {high}")


def decimal(low: float, high: float) -> Callable[[str], float]:
    """An argparse type for numbers such as `0.5` from `low` to `high`, inclusive."""
    return _within(low, high, float, _DECIMAL, f"a number from {low:g} to {high:g}")


def _within(
    low: N, high: N, kind: Callable[[str], N], pattern: re.Pattern[str], words: str
) -> Callable[[str], N]:
    def read(text: str) -> N:
        if pattern.fullmatch(text) and low <= kind(text) <= high:
            return kind(text)
        shown = repr(text if len(text) <= 40 else f"{text[:40]}...")
        raise argparse.ArgumentTypeError(f"{shown} is not {words}")

    return read
