"""Finds and reads the YAML block at the start of a file.

It stands between a first line `---` and a line `---` or `...`, after an optional byte
order mark. A block that is no mapping is not front matter but text between two
thematic breaks, and stays in the body.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragtui_core.types import Span

if TYPE_CHECKING:
    import yaml

MAX_LENGTH = 200_000
"""Characters; what is longer is not front matter, whatever it looks like."""

_BEGINNING = 1_000
"""Characters by which an unclosed block is told from a thematic break."""

_OPENING = re.compile(r"\ufeff?---[ \t]*(?=\r|\n)")
_CLOSING = re.compile(r"(?:\r\n?|\n)(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The metadata of a file. `span` runs to the end of the closing line."""

    span: Span
    metadata: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def read_front_matter(text: str) -> FrontMatter | None:
    """The front matter of `text`, or None if it has none. Broken YAML is no error."""
    opening = _OPENING.match(text)
    if not opening:
        return None
    limit = min(len(text), opening.end() + MAX_LENGTH)
    closing = _CLOSING.search(text, opening.end(), limit)
    if not closing or closing.end() == limit < len(text):
        return None
    block = text[opening.end() : closing.start()]
    return _read(block, Span(text.index("-"), closing.end()))


def unclosed(text: str) -> tuple[str, ...]:
    """A problem, if `text` begins as front matter does but does not end it."""
    opening = _OPENING.match(text)
    if not opening:
        return ()
    limit = min(len(text), opening.end() + MAX_LENGTH)
    if _CLOSING.search(text, opening.end(), limit):
        return ()

    from ragtui_core.documents.front_matter.recovery import looks_like_mapping

    if not looks_like_mapping(text[opening.end() : opening.end() + _BEGINNING]):
        return ()
    missing = "no line `---` ends it"
    if limit < len(text):
        missing += f" within {MAX_LENGTH:,} characters"
    return (f"front matter: {missing}; read as text",)


def _read(block: str, span: Span) -> FrontMatter | None:
    # Loaded here: most notes of many vaults have no front matter.
    import yaml

    from ragtui_core.documents.front_matter.recovery import (
        looks_like_mapping,
        recover_fields,
    )
    from ragtui_core.documents.front_matter.yaml_values import load_yaml

    try:
        loaded = load_yaml(block)
    except yaml.YAMLError as error:
        if not looks_like_mapping(block):
            return None
        return FrontMatter(span, recover_fields(block), (_fault(error),))
    if loaded.value is None:
        return FrontMatter(span)
    if not isinstance(loaded.value, dict):
        return None
    return FrontMatter(span, loaded.value, _repetitions(loaded.repeated))


def _repetitions(repeated: list[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(
        f"front matter, {_line(line)}: {key!r:.80} is there twice; the last one holds"
        for key, line in repeated
    )


def _fault(error: "yaml.YAMLError") -> str:
    mark = getattr(error, "problem_mark", None)
    where = f", {_line(mark.line)}" if mark else ""
    reason = getattr(error, "problem", None) or getattr(error, "reason", None)
    return f"front matter{where}: {reason or 'broken YAML'}; read as far as possible"


def _line(line: int) -> str:
    """A line of the block, counted from 0 at the opening one, as in the file."""
    return f"line {line + 1}"
