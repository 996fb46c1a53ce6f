"""Front matter -> the fields used by search.

`FIELD_KEYS` maps fields to front-matter keys. Keys match in any case, and with `-` or a
space for `_`. Values of any type become text on one line.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any

from ragtui_core.language.times.dates import iso_date
from ragtui_core.text.single_line import clip, one_line
from ragtui_core.types import Document, Fields, Span

FIELD_KEYS = {
    "title": ("title",),
    "company": ("company", "customer", "client", "organisation", "organization"),
    "category": ("category", "categories", "type"),
    "summary": ("summary", "description", "abstract", "excerpt"),
    "status": ("status", "state"),
    "created": (
        "created",
        "date",
        "day",
        "created_at",
        "date_created",
        "date created",
        "datum",
        "fecha",
    ),
    "updated": (
        *("updated", "modified", "last_modified", "date_modified", "lastmod"),
        *("updated_at", "last_updated"),
    ),
    "tags": ("tags", "tag", "keywords"),
}
"""Front-matter keys by field: the first key with a value is used.

Only tags are collected from all of their keys.
"""

_WORDS = FIELD_KEYS.keys() - {"status"}

ALIAS_KEYS = ("aliases", "alias")
"""Front-matter keys of other names of a note."""

SUCCESSOR_KEY = "superseded_by"
"""The front-matter key of the notes by which a note is superseded."""

_FENCE = "---"
_KEY_LINE = re.compile(
    r"""(?<![^\r\n])(?:\[+(?P<table>[\w-]+)[^\]\r\n]*\]"""
    r"""|["']?(?P<key>\w[^:="'\r\n]{0,80}?)["']?[ \t]*[:=])"""
)
"""A key, or a table of TOML, which has the lines below."""

_KEY_PARTS = re.compile(r"[\s-]+")


@dataclass(frozen=True, slots=True)
class FieldReading:
    """The fields of a document, and problems with their values."""

    fields: Fields
    problems: tuple[str, ...] = ()


def read_fields(metadata: Mapping[str, Any], default_title: str) -> FieldReading:
    """Read the fields from front matter.

    Args:
        metadata: JSON-like values.
        default_title: The title if front matter has none; not empty.
    """
    if not metadata:
        return FieldReading(Fields(title=default_title))
    values_by_key = {normal_key(key): value for key, value in metadata.items()}
    texts = {
        name: _first(values_by_key, FIELD_KEYS[name])
        for name in FIELD_KEYS
        if name != "tags"
    }
    problems = []
    for name in ("created", "updated"):
        if written := texts[name]:
            texts[name] = iso_date(written)
            if not texts[name]:
                problems.append(f"front matter: {name} is not a date: {written!r:.80}")
    texts["title"] = clip(texts["title"]) or default_title
    return FieldReading(Fields(tags=_tags(values_by_key), **texts), tuple(problems))


MAIL_IDENTIFIERS = frozenset({"message_id", "thread", "in_reply_to"})
"""Metadata of a mail that programs read."""


def further_fields(
    metadata: Mapping[str, Any], shown: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """The remaining entries of front matter: keys, and values as text on one line.

    Those of a mail that only programs read are left out.

    Args:
        metadata: JSON-like values.
        shown: Fields, named as in `FIELD_KEYS`, that are shown elsewhere.
    """
    values_by_key = {normal_key(key): value for key, value in metadata.items()}
    used = {key for name in shown for key in _used(values_by_key, name)}
    used |= MAIL_IDENTIFIERS if metadata.keys() >= MAIL_IDENTIFIERS else set()
    entries = ((key, ", ".join(_value_texts(value))) for key, value in metadata.items())
    return tuple(
        (one_line(key), text)
        for key, text in entries
        if text and normal_key(key) not in used
    )


def further_entries(document: Document) -> list[Span]:
    """The lines of each entry of front matter that no search for words finds otherwise.

    It finds the fields without the status, aliases and successors.
    """
    front = document.front_matter
    if not front:
        return []
    further = {key for key, _ in further_fields(document.metadata, FIELD_KEYS)}
    if further:  # A status alone has no passage of its own.
        further = {key for key, _ in further_fields(document.metadata, _WORDS)}
    text = document.text
    closing = len(text[front.start : front.end].rstrip()) - len(_FENCE)
    end = front.start + closing
    lines = list(_KEY_LINE.finditer(text, front.start, end)) if further else []
    keys = takewhile(lambda line: line["key"], lines)
    lines = [*keys, *(line for line in lines if line["table"])]
    ends = [*(line.start() for line in lines[1:]), end]
    return [
        Span(line.start(), line.start() + len(text[line.start() : end].rstrip()))
        for line, end in zip(lines, ends, strict=False)
        if (key := (line["key"] or line["table"]).strip()) in further
        and normal_key(key) not in (*ALIAS_KEYS, SUCCESSOR_KEY)
    ]


def _used(values_by_key: Mapping[str, Any], name: str) -> Sequence[str]:
    """The keys that the value of a field comes from."""
    if name == "tags":
        return FIELD_KEYS[name]
    found = (
        key
        for key in FIELD_KEYS[name]
        if key in values_by_key and any(texts_of(values_by_key[key]))
    )
    return list(found)[:1]


def _value_texts(value: Any) -> Iterator[str]:
    """The texts in a value; those in mappings with their keys."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if text := ", ".join(_value_texts(item)):
                yield f"{one_line(str(key))} {text}"
    elif isinstance(value, list):
        for item in value:
            yield from _value_texts(item)
    else:
        yield from texts_of(value)


@lru_cache(maxsize=4096)
def normal_key(key: str) -> str:
    """A key in the form in which `FIELD_KEYS` has it."""
    return _KEY_PARTS.sub("_", key.strip().lower())


def _first(values_by_key: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    for key in keys:
        if key in values_by_key and (text := ", ".join(texts_of(values_by_key[key]))):
            return text
    return ""


def texts_of(value: Any) -> Iterator[str]:
    """The texts in a value and in nested lists; mappings are ignored."""
    if isinstance(value, list):
        for item in value:
            yield from texts_of(item)
    elif isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, str | int | float) and (text := one_line(str(value))):
        yield text


def _tags(values_by_key: Mapping[str, Any]) -> tuple[str, ...]:
    """All tags in order, without duplicates in any case, without a leading `#`."""
    tags: dict[str, str] = {}
    for key in FIELD_KEYS["tags"]:
        for text in _tag_texts(values_by_key.get(key)):
            tag = text.strip().lstrip("#").strip("[]\"' ")
            if tag:
                tags.setdefault(tag.casefold(), tag)
    return tuple(tags.values())


def _tag_texts(value: Any) -> list[str]:
    """The items of a list; a string split at commas, or at spaces if it has none."""
    if not isinstance(value, str):
        return list(texts_of(value))
    text = one_line(value)
    return re.split("[,;]", text) if re.search("[,;]", text) else text.split()
