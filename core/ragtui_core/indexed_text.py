"""The text of an indexed document whose file is not on this machine.

Passages are where they are in the file, on the same lines. Between them, where the file
has front matter or white space, the text is blank.
"""

from collections.abc import Iterable
from dataclasses import replace

from ragtui_core.documents.parser import parse_document
from ragtui_core.errors import IndexMissing
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import ChunkMatch
from ragtui_core.types import Document


def read_indexed(store: Store, path: str) -> Document | None:
    """The document at `path` as the index has it; None if it has no passage of it.

    Raises:
        StorageError: The index cannot be read.
    """
    try:
        with store.reader() as reader:
            found = reader.chunks(reader.chunks_of(path))
            anchors = reader.anchors({each.document_id for each in found.values()})
    except IndexMissing:
        return None
    if not found:
        return None
    passages = sorted(found.values(), key=lambda each: each.span.start)
    first = passages[0]
    is_extracted = first.document_id in anchors
    document = parse_document(path, joined_text(passages).encode())
    return replace(
        document,
        fields=first.fields,
        encoding=f"{path.rpartition('.')[2]}/index" if is_extracted else "utf-8",
        anchors=anchors.get(first.document_id, ()),
        problems=(),
        is_here=False,
    )


def joined_text(passages: Iterable[ChunkMatch]) -> str:
    """The text with each of `passages`, in order, at its span and on its lines."""
    text, line = "", 1
    for each in passages:
        gap = each.span.start - len(text)
        ends = max(0, min(gap, each.lines.first - line))
        added = " " * (gap - ends) + "\n" * ends + each.text[max(0, -gap) :]
        text += added
        line += added.count("\n")
    return text
