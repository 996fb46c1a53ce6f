"""Bold, dim and colour for a terminal that supports them; plain text elsewhere."""

import os
import sys
from dataclasses import dataclass

from ragtui_core.terminal import sgr


@dataclass(frozen=True, slots=True)
class Style:
    """Wraps text in SGR sequences (`ragtui_core.terminal`) if `on`."""

    on: bool

    @classmethod
    def for_stdout(cls) -> "Style":
        """On for a terminal, unless NO_COLOR is set (no-color.org)."""
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return cls(sys.stdout.isatty() and not plain)

    def bold(self, text: str) -> str:
        """For titles."""
        return self._wrapped("1", text)

    def dim(self, text: str) -> str:
        """For secondary text."""
        return self._wrapped("2", text)

    def match(self, text: str) -> str:
        """For a matched term."""
        return self._wrapped("1;33", text)

    def location(self, text: str) -> str:
        """For paths."""
        return self._wrapped("36", text)

    def _wrapped(self, code: str, text: str) -> str:
        return f"{sgr(code)}{text}{sgr('0')}" if self.on else text
