"""Front matter -> the fields that search knows.

`FIELD_KEYS` says which keys fill which field. They count in any case, and with `-` or a
space for `_`. Values of any kind become text of one line.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragtui_core.documents.front_matter.iso_dates import iso_date
from ragtui_core.text.single_line import clip, one_line
from ragtui_core.types import Fields

FIELD_KEYS = {
    "title": ("title",),
    "company": ("company", "customer", "client", "organisation", "organization"),
    "category": ("category", "categories", "type"),
    "summary": ("summary", "description", "abstract", "excerpt"),
    "status": ("status", "state"),
    "created": ("created", "date", "created_at", "date_created"),
    "updated": (
        "updated",
        "modified",
        "last_modified",
        "date_modified",
        "lastmod",
        "updated_at",
        "last_updated",
    ),
    "tags": ("tags", "tag", "keywords"),
}
"""Which front-matter keys fill which field: the first that says something.

Only tags are taken from all of theirs.
"""

_KEY_PARTS = re.compile(r"[\s-]+")


@dataclass(frozen=True, slots=True)
class FieldReading:
    """The fields of a document, and what in them could not be understood."""

    fields: Fields
    problems: tuple[str, ...] = ()


def read_fields(metadata: Mapping[str, Any], default_title: str) -> FieldReading:
    """Take the fields out of front matter.

    Args:
        metadata: JSON-like values.
        default_title: The title where front matter gives none; not empty.
    """
    given = {_normal(key): value for key, value in metadata.items()}
    texts = {
        name: _first(given, FIELD_KEYS[name]) for name in FIELD_KEYS if name != "tags"
    }
    problems = []
    for name in ("created", "updated"):
        if texts[name] and not iso_date(texts[name]):
            problems.append(f"front matter: {name} is not a date: {texts[name]!r:.80}")
        texts[name] = iso_date(texts[name])
    texts["title"] = clip(texts["title"]) or default_title
    return FieldReading(Fields(tags=_tags(given), **texts), tuple(problems))


def further_fields(
    metadata: Mapping[str, Any], told: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """What else front matter says: keys and their values as text of one line.

    Args:
        metadata: JSON-like values.
        told: The fields, named as in `FIELD_KEYS`, that need not be told again.
    """
    given = {_normal(key): value for key, value in metadata.items()}
    used = {key for name in told for key in _used(given, name)}
    said = ((key, ", ".join(_told(value))) for key, value in metadata.items())
    return tuple(
        (one_line(key), text) for key, text in said if text and _normal(key) not in used
    )


def _used(given: Mapping[str, Any], name: str) -> Sequence[str]:
    """The keys that a field was taken from."""
    if name == "tags":
        return FIELD_KEYS[name]
    found = (
        key for key in FIELD_KEYS[name] if key in given and any(_texts(given[key]))
    )
    return list(found)[:1]


def _told(value: Any) -> Iterator[str]:
    """The texts in a value, those of mappings with their names."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if text := ", ".join(_told(item)):
                yield f"{one_line(str(key))} {text}"
    elif isinstance(value, list):
        for item in value:
            yield from _told(item)
    else:
        yield from _texts(value)


def _normal(key: str) -> str:
    return _KEY_PARTS.sub("_", key.strip().lower())


def _first(given: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    for key in keys:
        if key in given and (text := ", ".join(_texts(given[key]))):
            return text
    return ""


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value: of nested lists too; mappings say nothing."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, str | int | float) and (text := one_line(str(value))):
        yield text


def _tags(given: Mapping[str, Any]) -> tuple[str, ...]:
    """All tags in order, each once whatever its case, without a leading `#`."""
    tags: dict[str, str] = {}
    for key in FIELD_KEYS["tags"]:
        for text in _tag_texts(given.get(key)):
            tag = text.strip().lstrip("#").strip()
            if tag:
                tags.setdefault(tag.casefold(), tag)
    return tuple(tags.values())


def _tag_texts(value: Any) -> list[str]:
    """A list's items; a string's parts between commas or, without any, spaces."""
    if not isinstance(value, str):
        return list(_texts(value))
    text = one_line(value)
    return re.split("[,;]", text) if re.search("[,;]", text) else text.split()
