"""Bold, dim and colour for a terminal that supports them; plain text elsewhere."""

import os
import re
import sys
from dataclasses import dataclass

from ragtui_core.terminal import sgr

_HEADING = re.compile(r"(?m)^(?:usage:|[a-z].*:$)")
_NAMED = re.compile(r"(?m)^( {2,4})(-\S.*?|[a-z][\w-]*)(?=  |$)")
"""What a line of help is about: options with their values, or a command."""


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

    def help_text(self, text: str) -> str:
        """The help of a command: its headings, options and commands stand out."""
        if "\x1b" in text:
            return text  # Python 3.14 does this itself.
        text = _HEADING.sub(lambda found: self.bold(found[0]), text)
        return _NAMED.sub(lambda found: found[1] + self.location(found[2]), text)

    def _wrapped(self, code: str, text: str) -> str:
        return f"{sgr(code)}{text}{sgr('0')}" if self.on else text
