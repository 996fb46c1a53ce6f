"""Loads the names of a vault's notes, and later only those that changed."""

from ragtui_core.links.link_results import NoteName
from ragtui_core.links.name_map import NameMap
from ragtui_core.store.protocols import Reader
from ragtui_core.store.records import NameRecord


def load_names(reader: Reader, before: NameMap | None) -> NameMap:
    """The current names in the index.

    Args:
        reader: A reader of the index.
        before: Names loaded earlier; unchanged ones are reused.
    """
    versions = reader.versions()
    known, old = (before.notes, before.versions) if before else ({}, {})
    new = {path for path, version in versions.items() if old.get(path) != version}
    read = {record.path: _name(record) for record in reader.names(new)} if new else {}
    notes = [read[path] if path in read else known[path] for path in versions]
    return NameMap(notes, versions)


def _name(record: NameRecord) -> NoteName:
    return NoteName(
        record.path,
        record.title,
        record.aliases,
        record.modified_ns / 1e9,
        record.summary,
    )
