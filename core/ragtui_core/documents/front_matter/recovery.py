"""Broken YAML front matter -> the entries that can be read.

Each top-level entry is parsed separately, so that an error affects one entry; of an
invalid one the text after the colon is used as written, or a plain list of items.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import yaml

from ragtui_core.documents.front_matter.yaml_values import load_yaml
from ragtui_core.text.line_index import LINE_END

MAX_ENTRIES = 500
"""Entries that are parsed; each takes about 0.1 ms."""

# Bounded repeats: a long line without a colon must not take quadratic time.
_KEY = re.compile(
    r"""(?:"[^"]{1,80}"|'[^']{1,80}'|\w[^:#\[\]{}"']{0,80}?)[ ]{0,8}:(?=\s|$)"""
)
_ITEM = re.compile(r"\s*-\s+(.*\S)")


def looks_like_mapping(block: str) -> bool:
    """Whether the first line that is neither blank nor a comment starts with a key."""
    for line in LINE_END.split(block):
        if line.strip() and not line.startswith("#"):
            return _KEY.match(line) is not None
    return False


def recover_fields(block: str) -> dict[str, Any]:
    """The top-level entries of `block` that can be read, in order."""
    metadata: dict[str, Any] = {}
    for lines in islice(_entries(block), MAX_ENTRIES):
        metadata.update(_entry(lines))
    return metadata


def _entries(block: str) -> Iterator[list[str]]:
    """The lines of each top-level key, with those that follow it."""
    entry: list[str] = []
    for line in LINE_END.split(block):
        if _KEY.match(line):
            if entry:
                yield entry
            entry = [line]
        elif entry:
            entry.append(line)
    if entry:
        yield entry


def _entry(lines: list[str]) -> dict[str, Any]:
    try:
        value = load_yaml("\n".join(lines)).value
    except yaml.YAMLError:
        value = None
    return value if isinstance(value, dict) else _as_written(lines)


def _as_written(lines: list[str]) -> dict[str, Any]:
    key, _, rest = lines[0].partition(":")
    items = [item[1].strip("\"'") for line in lines[1:] if (item := _ITEM.match(line))]
    return {key.strip(" \"'"): rest.strip().strip("\"'") or items}
