"""YAML -> plain values, safe for untrusted notes.

Values have the types of JSON: str, int, float, bool, None, lists, and mappings with
string keys. A plain scalar becomes a number only if the number is formatted in the same
way: what YAML 1.1 would convert otherwise (`1.10`, `007`, `yes`, `12:30:45`,
dates) remains text. Tags such as `!!python/object` are ignored: they construct no
objects. Anchors are supported; merge keys (`<<`) are not.

Of broken YAML, each top-level entry is parsed separately, so that an error affects one
entry; of an invalid one the text after the colon is used as written, or a plain list of
items.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import yaml

from ragtui_core.text.line_index import LINE_END

SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""In C, if PyYAML was built with it."""

MAX_DEPTH = 50
"""Levels of nesting. PyYAML's C loader recurses, and crashes above some 20,000."""
MAX_VALUES = 10_000
"""Values in total; an alias counts each time it is used."""
_OPENERS = 200
"""With fewer brackets and markers than this, nesting cannot be dangerously deep."""

MAX_ENTRIES = 500
"""Entries that are parsed; each takes about 0.1 ms."""

# Bounded repeats: a long line without a colon must not take quadratic time.
_KEY = re.compile(
    r"""(?:"[^"]{1,80}"|'[^']{1,80}'|\w[^:#\[\]{}"']{0,80}?)[ ]{0,8}:(?=\s|$)"""
)
_ITEM = re.compile(r"\s*-\s+(.*\S)")

_TAG_VALUE = re.compile(
    r"(?m)((?:^[ \t]*-|:|\[|,)[ \t]*)(#[^\s#,\[\]\"']+)(?=\s*(?:[,\]]|$))"
)
"""A tag with its `#` as a value, which YAML would read as a comment."""
_UNQUOTED = re.compile(r"""^[^"'\n]*""", re.MULTILINE)

_PLAIN, _OTHER = "plain", "other"
"""Tags of nodes: unquoted scalars, and all others."""
_INT = re.compile(r"0|-?[1-9][0-9]{0,17}")
_FLOAT = re.compile(r"-?[0-9]{1,20}\.[0-9]{1,20}")
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass(slots=True)
class Loaded:
    """One YAML document."""

    value: Any = None
    repeated: list[tuple[str, int]] = field(default_factory=list)
    """Duplicate keys of a mapping and their lines, from 0; the last value is used."""


def load_yaml(block: str) -> Loaded:
    """Read one YAML document.

    Raises:
        yaml.YAMLError: It is not valid, nests too deeply or expands too far.
    """
    if "#" in block:
        block = _UNQUOTED.sub(lambda part: _TAG_VALUE.sub(r'\1"\2"', part[0]), block)
    _refuse_deep(block)
    loaded: Loaded = yaml.load(block, Loader=_PlainLoader)
    return loaded


def _refuse_deep(block: str) -> None:
    """Measure nesting without recursion, if it can be deep at all."""
    if sum(map(block.count, ("[", "{", "- ", "? "))) < _OPENERS:
        return
    depth = 0
    for event in yaml.parse(block, Loader=SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise _too_much(f"more than {MAX_DEPTH} levels", event)


def _too_much(problem: str, at: Any) -> yaml.YAMLError:
    """The error for a node or an event, whose type stubs declare marks differently."""
    return yaml.MarkedYAMLError(problem=problem, problem_mark=at.start_mark)


# For mypy the base is a variable: it depends on whether the C loader was built.
class _PlainLoader(SafeLoader):  # type: ignore[misc]
    """Composes nodes as PyYAML does, then converts them without constructors."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        """The tag of a node without one: called for each of them."""
        return _PLAIN if kind is yaml.ScalarNode and implicit[0] else _OTHER

    def get_single_data(self) -> Loaded:
        """Called by `yaml.load`."""
        node = self.get_single_node()
        loaded = Loaded()
        if node is not None:
            loaded.value = _Converter(loaded.repeated).value(node, 0)
        return loaded


class _Converter:
    """Nodes -> values, with a limit on their number, since aliases multiply."""

    def __init__(self, repeated: list[tuple[str, int]]) -> None:
        self._repeated = repeated
        self._count = 0

    def value(self, node: yaml.Node, depth: int) -> Any:
        self._count += 1
        if self._count > MAX_VALUES:
            raise _too_much(f"more than {MAX_VALUES:,} values", node)
        if depth > MAX_DEPTH:
            raise _too_much(f"more than {MAX_DEPTH} levels", node)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth + 1)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, depth + 1) for item in node.value]
        return plain_value(node.value) if node.tag == _PLAIN else node.value

    def _mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node, depth)
            if key in mapping:
                self._repeated.append((key, key_node.start_mark.line))
            mapping[key] = self.value(value_node, depth)
        return mapping

    def _key(self, node: yaml.Node, depth: int) -> str:
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        return json.dumps(self.value(node, depth), ensure_ascii=False)


def plain_value(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and repr(float(text)) == text:
        return float(text)
    return text


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
