"""The link definitions of a document, for parsing parts of it by themselves."""

import re

from ragtui_core.documents.markdown.link_patterns import NAMED, normal_name
from ragtui_core.documents.markdown.parser_events import (
    ParserPanic,
    reference_targets,
)

_SPECIAL = re.compile(r"[\\<>&]")


class References:
    """The definitions `[name]: destination` of a text, by name."""

    def __init__(self, text: str) -> None:
        """Find them in Markdown without front matter; none if the parser fails."""
        try:
            found = reference_targets(text)
        except ParserPanic:
            found = {}
        self._targets = {
            normal_name(name): target
            for name, target in found.items()
            if "\n" not in target
        }

    def used_in(self, part: str) -> list[str]:
        """The definitions that a part of the text may need, each as one line.

        Definitions whose name contains brackets are never found.
        """
        if not self._targets:
            return []
        used = dict.fromkeys(
            normal_name(named["name"]) for named in NAMED.finditer(part)
        )
        return [
            f"[{name}]: <{_SPECIAL.sub(_escaped, self._targets[name])}>"
            for name in used
            if name in self._targets
        ]


def _escaped(special: re.Match[str]) -> str:
    return f"\\{special[0]}"
