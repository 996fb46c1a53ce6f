"""What an index of the database can have: long values are cut, long paths left out."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from ragtui_core.store.records import DocumentRecord, IndexChange, MailRecord
from ragtui_core.types import Skipped

MAX_VALUE_BYTES = 2_000
"""Longer values are compared by their beginning. A row of a B-tree has 2,704 bytes, a
term of a tsvector 2,046."""

MAX_PATH_BYTES = 2_600
"""Bytes that a path may have, of the 2,704 of a B-tree's row."""


def indexable(value: str) -> str:
    """The value, or the beginning of a long one."""
    if len(value) <= MAX_VALUE_BYTES // 4:
        return value
    return value.encode("utf-8", "replace")[:MAX_VALUE_BYTES].decode("utf-8", "ignore")


def without_long_paths(change: IndexChange) -> IndexChange:
    """The change without files, mails and attachments of a path that is too long.

    They are skipped instead, each with the reason; `abridged` is how they are listed.
    """
    named = (
        *(record.file.path for record in change.records),
        *(path for mail in change.mails for path in _paths(mail)),
        *(state.file.path for state in change.mail_files),
    )
    long = {path for path in named if _is_long(path)}
    if not long:
        return change
    moved = change.moved_from
    return replace(
        change,
        records=_kept(change.records, long),
        moved_from={new: old for new, old in moved.items() if new not in long},
        removed=[*change.removed, *(moved[path] for path in long if path in moved)],
        skipped=[*change.skipped, *(Skipped(path, _reason(path)) for path in long)],
        mails=[
            replace(mail, documents=tuple(_kept(mail.documents, long)))
            for mail in change.mails
            if long.isdisjoint((mail.location.path, mail.location.file))
        ],
        mail_files=[file for file in change.mail_files if file.file.path not in long],
    )


def abridged(path: str) -> str:
    """The path, or of one that is too long the beginning and the end."""
    if not _is_long(path):
        return path
    encoded, half = path.encode("utf-8", "replace"), MAX_PATH_BYTES // 2 - 10
    parts = (encoded[:half], encoded[-half:])
    return " … ".join(part.decode("utf-8", "ignore") for part in parts)


def _paths(mail: MailRecord) -> Iterable[str]:
    return (mail.location.path, *(document.file.path for document in mail.documents))


def _kept(
    records: Iterable[DocumentRecord], long: Collection[str]
) -> list[DocumentRecord]:
    return [record for record in records if record.file.path not in long]


def _is_long(path: str) -> bool:
    return len(path) > MAX_PATH_BYTES // 4 and _size(path) > MAX_PATH_BYTES


def _size(path: str) -> int:
    return len(path.encode("utf-8", "replace"))


def _reason(path: str) -> str:
    return (
        f"its path has {_size(path):,} bytes, and an index in PostgreSQL can have "
        f"{MAX_PATH_BYTES:,}: shorten the names of its folders"
    )
