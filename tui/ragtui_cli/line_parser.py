"""An argument parser whose errors are one line, with the nearest valid word."""

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

_CHOICE = re.compile(r"invalid choice: '(?P<written>.*)' \(choose from (?P<known>.*)\)")
_SIMILARITY = 0.6
"""The least ratio of difflib at which a word is proposed."""


def nearest(written: str, known: Iterable[str]) -> str | None:
    """The word that `written` is a typo of, if one is similar enough."""
    from difflib import get_close_matches  # only after an error

    found = get_close_matches(written, list(known), 1, _SIMILARITY)
    return found[0] if found else None


class LineParser(argparse.ArgumentParser):
    """Reports a wrong command line in one line, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, what was probably meant, and where to read on."""
        if choice := _CHOICE.search(message):
            known = re.findall(r"[\w-]+", choice["known"])
            message += _question(nearest(choice["written"], known))
        self.exit(2, f"{self.prog}: {message} (see `{self.prog} --help`)\n")

    # Sub-parsers are called by this method, and leave what they do not know.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse, and refuse what is unknown, as each command knows its own options."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            word = unknown[0].partition("=")[0]
            meant = nearest(word, self._option_string_actions)
            self.error(f"unknown argument {unknown[0]!r}{_question(meant)}")
        return found, unknown


def _question(meant: str | None) -> str:
    return f"; did you mean `{meant}`?" if meant else ""
