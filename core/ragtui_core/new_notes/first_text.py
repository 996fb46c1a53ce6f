"""The first text of a note: front matter and heading, as other notes have them."""

import os
import posixpath
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.front_matter.fields import FIELD_KEYS, normal_key
from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.errors import RagtuiError

if TYPE_CHECKING:
    from ragtui_core.vault.vault import Vault

SAMPLE = 20
"""Notes whose front matter is examined."""

NEIGHBOURS = 3
"""So many notes of a folder decide for it; with fewer the vault's newest notes do."""


@dataclass(frozen=True, slots=True)
class NewNote:
    """A note that can be created. Whether it is, the front end or its user decides.

    Attributes:
        path: Relative to the vault, with forward slashes; inside the vault.
        text: Its first text, which ends with a line feed.
        exists: Whether there is such a file already, which must not be replaced.
    """

    path: str
    text: str
    exists: bool


def new_note(
    vault: "Vault", path: str, title: str, day: date, *, body: str = ""
) -> NewNote:
    """A note with the front matter that its neighbours have; blocks.

    Keys that at least half of them have, in the order of the first: title and dates
    filled in, lists empty, and values that all of them share copied. Keys that would be
    empty are those of the folder alone.

    Args:
        vault: The vault. Before its first index, front matter is left out.
        path: Where it goes, relative to the vault.
        title: Its title.
        day: The date of its creation.
        body: What follows the heading.
    """
    texts, are_inside = _neighbours(vault, posixpath.dirname(path))
    fronts, headed = [], 0
    for text in texts:
        front = read_front_matter(text)
        fronts.append(front.metadata if front else {})
        headed += text[front.span.end if front else 0 :].lstrip().startswith("# ")
    parts = [_front_matter(fronts, title, day, with_empty=are_inside)]
    if 2 * headed >= len(texts):
        parts.append(f"# {title}\n")
    if body.strip():
        parts.append(body.strip("\r\n") + "\n")
    text = "\n".join(part for part in parts if part) or "\n"
    return NewNote(path, text, os.path.lexists(vault.root / path))


def _neighbours(vault: "Vault", folder: str) -> tuple[list[str], bool]:
    """The texts of some notes of a folder, or else of the vault's newest notes.

    Besides whether they are in the folder.
    """
    lead = f"{folder}/" if folder else ""
    inside = [
        path
        for path in vault.documents.paths()
        if path.startswith(lead) and path.find("/", len(lead)) < 0 and is_note(path)
    ]
    if not (are_inside := len(inside) >= NEIGHBOURS):
        inside = [card.path for card in _recent(vault) if is_note(card.path)]
    texts = []
    for path in inside[-SAMPLE:]:
        try:
            texts.append(vault.documents.text(path))
        except RagtuiError:
            continue  # It is gone or cannot be read; others are examined.
    return texts, are_inside


def _recent(vault: "Vault") -> "Sequence[Any]":
    try:
        return vault.documents.recent(SAMPLE)
    except RagtuiError:
        return ()


def _front_matter(
    fronts: Sequence[Mapping[str, Any]], title: str, day: date, *, with_empty: bool
) -> str:
    counts = Counter(key for front in fronts for key in front)
    keys = [key for key, count in counts.items() if 2 * count >= len(fronts)]
    if not keys:
        return ""
    entries = [_entry(key, fronts, title, day) for key in keys]
    lines = [entry for entry in entries if with_empty or not entry.endswith(":")]
    return "\n".join(["---", *lines, "---", ""])


def _entry(key: str, fronts: Sequence[Mapping[str, Any]], title: str, day: date) -> str:
    """One line of front matter."""
    field = _field(key)
    if field in {"created", "updated"}:
        return f"{_yaml(key)}: {day.isoformat()}"
    if field == "title":
        return f"{_yaml(key)}: {_yaml(title)}"
    values = [front[key] for front in fronts if key in front]
    shared = values[0] if len(values) > 1 and values.count(values[0]) > 1 else None
    if shared is None or values.count(shared) < len(values) or _is_nested(shared):
        shared = [] if all(isinstance(value, list) for value in values) else None
    return f"{_yaml(key)}:" if shared is None else f"{_yaml(key)}: {_yaml(shared)}"


def _field(key: str) -> str:
    """The field that a key of front matter fills; "" if none."""
    normal = normal_key(key)
    return next((name for name, keys in FIELD_KEYS.items() if normal in keys), "")


def _is_nested(value: Any) -> bool:
    inner = value if isinstance(value, list) else [value]
    return any(isinstance(value, list | Mapping) for value in inner)


def _yaml(value: Any) -> str:
    """A value in the form that fits on one line."""
    import yaml  # it takes some milliseconds

    written = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, width=10_000
    )
    return written.removesuffix("...\n").strip()
