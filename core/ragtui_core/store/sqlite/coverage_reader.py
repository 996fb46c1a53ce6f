"""Queries about the vault as a whole, by folder."""

from ragtui_core.store.records import FolderRow, StoredFile
from ragtui_core.store.sqlite.document_rows import stored_files
from ragtui_core.store.sqlite.reader_base import ReaderBase
from ragtui_core.store.sqlite.row_checksums import typed

_FOLDER = "rtrim(rtrim({path}, replace({path}, '/', '')), '/')"
"""The folder of a path, without a slash at its end; empty at the top."""


class CoverageReader(ReaderBase):
    """Counts by folder, and the stored states of files."""

    def files(self) -> dict[str, StoredFile]:
        """Every indexed file by path."""
        return stored_files(self._connection)

    def folders(self) -> list[FolderRow]:
        """Every folder that contains a document or a skipped file, by path.

        Subfolders are counted separately.
        """
        rows = self._connection.execute(
            "SELECT folder, sum(documents), sum(chunks), sum(embedded), sum(skipped) "
            "FROM ("
            f" SELECT {_FOLDER.format(path='document.path')} AS folder,"
            "  count(DISTINCT document.id) AS documents, count(chunk.id) AS chunks,"
            "  coalesce(sum(chunk.embedded), 0) AS embedded, 0 AS skipped"
            " FROM document LEFT JOIN chunk ON document_id = document.id GROUP BY 1"
            " UNION ALL"
            f" SELECT {_FOLDER.format(path='path')}, 0, 0, 0, count(*)"
            " FROM skipped GROUP BY 1"
            ") GROUP BY folder ORDER BY folder"
        )
        return [FolderRow(*row) for row in typed(rows, str, int, int, int, int)]
