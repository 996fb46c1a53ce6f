"""The rows of tables `link` and `heading`, which are removed with their document."""

from collections.abc import Sequence

import apsw

from ragtui_core.store.records import DocumentRecord
from ragtui_core.store.sqlite.row_checksums import row_checksum
from ragtui_core.types import DocumentId


def put_links(
    connection: apsw.Connection,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
) -> None:
    """Insert the links and headings of `records`, whose ids are `documents`."""
    pairs = list(zip(documents, records, strict=True))
    links = ((document, *link) for document, record in pairs for link in record.links)
    connection.executemany(
        "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row, row_checksum(*row)) for row in links],
    )
    headings = (
        (document, *item) for document, record in pairs for item in record.headings
    )
    connection.executemany(
        "INSERT INTO heading VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row, row_checksum(*row)) for row in headings],
    )
