"""Finds and reads the block of YAML or TOML at the start of a file.

YAML is delimited by a first line `---` and a line `---` or `...`, TOML by lines `+++`,
after an optional byte order mark. A block that is not a mapping is text between two
thematic breaks and part of the body.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import TYPE_CHECKING, Any

from ragtui_core.types import Span

if TYPE_CHECKING:
    import yaml

MAX_LENGTH = 200_000
"""Characters; a longer block is not treated as front matter."""

_SAMPLE = 1_000
"""Characters examined to distinguish an unclosed block from a thematic break."""

_OPENING = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*(?=\r|\n)")
_LEADING = re.compile(r"\ufeff?(?:[\w-]{1,80}:: [^\r\n]*(?:\r?\n|\Z))+")
_CLOSING = {
    "---": re.compile(r"(?:\r\n?|\n)(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)"),
    "+++": re.compile(r"(?:\r\n?|\n)\+\+\+[ \t]*(?:\r\n?|\n|\Z)"),
}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The metadata of a file. `span` extends to the end of the closing line."""

    span: Span
    metadata: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def read_front_matter(text: str) -> FrontMatter | None:
    """The front matter of `text`, or None. What is broken is recorded in `problems`."""
    opening = _OPENING.match(text)
    if not opening:
        return None
    limit = min(len(text), opening.end() + MAX_LENGTH)
    closing = _CLOSING[opening[1]].search(text, opening.end(), limit)
    if not closing or closing.end() == limit < len(text):
        return None
    block = text[opening.end() : closing.start()]
    span = Span(opening.start(1), closing.end())
    return _read(block, span) if opening[1] == "---" else _read_toml(block, span)


def leading_properties(text: str) -> dict[str, Any]:
    """The lines `key:: value` with which a page of Logseq begins; links are lists."""
    found = _LEADING.match(text)
    lines = found[0].lstrip("\ufeff").splitlines() if found else ()
    pairs = (line.partition(":: ") for line in lines)
    return {key.strip(): _page_value(value.strip()) for key, _, value in pairs}


def _page_value(text: str) -> str | list[str]:
    if "[[" not in text:
        return text
    return [item.strip(" #[]") for item in text.split(",") if item.strip(" #[]")]


def unclosed(text: str) -> tuple[str, ...]:
    """A problem if `text` opens front matter but does not close it."""
    opening = _OPENING.match(text)
    if not opening or opening[1] != "---":
        return ()
    limit = min(len(text), opening.end() + MAX_LENGTH)
    if _CLOSING["---"].search(text, opening.end(), limit):
        return ()

    from ragtui_core.documents.front_matter.yaml_values import looks_like_mapping

    if not looks_like_mapping(text[opening.end() : opening.end() + _SAMPLE]):
        return ()
    missing = "no closing `---` line"
    if limit < len(text):
        missing += f" within {MAX_LENGTH:,} characters"
    return (f"front matter: {missing}; read as text",)


def _read(block: str, span: Span) -> FrontMatter | None:
    # Imported here: in many vaults, most notes have no front matter.
    import yaml

    from ragtui_core.documents.front_matter.yaml_values import (
        load_yaml,
        looks_like_mapping,
        recover_fields,
    )

    try:
        loaded = load_yaml(block)
    except yaml.YAMLError as error:
        if not looks_like_mapping(block):
            return None
        return FrontMatter(span, recover_fields(block), (_yaml_problem(error),))
    if loaded.value is None:
        return FrontMatter(span)
    if not isinstance(loaded.value, dict):
        return None
    return FrontMatter(span, loaded.value, _duplicate_keys(loaded.repeated))


def _read_toml(block: str, span: Span) -> FrontMatter | None:
    import tomllib

    try:
        loaded = tomllib.loads(block.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        if "=" not in block:
            return None
        return FrontMatter(span, {}, (f"front matter: {error}; not read",))
    taxonomies = loaded.get("taxonomies")  # where Zola has tags
    more = taxonomies if isinstance(taxonomies, dict) else {}
    return FrontMatter(span, _with_texts({**loaded, **more}))


def _with_texts(value: Any) -> Any:
    """Values of TOML with dates and times as texts."""
    if isinstance(value, dict):
        return {key: _with_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_texts(item) for item in value]
    return value.isoformat() if isinstance(value, date | time) else value


def _duplicate_keys(repeated: list[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(
        f"front matter, {_line(line)}: {key!r:.80} is given twice; the last one is used"
        for key, line in repeated
    )


def _yaml_problem(error: "yaml.YAMLError") -> str:
    mark = getattr(error, "problem_mark", None)
    where = f", {_line(mark.line)}" if mark else ""
    reason = getattr(error, "problem", None) or getattr(error, "reason", None)
    return f"front matter{where}: {reason or 'broken YAML'}; read as far as possible"


def _line(line: int) -> str:
    """The line in the file of a line of the block, which counts from 0."""
    return f"line {line + 1}"
