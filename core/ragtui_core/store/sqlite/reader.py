"""A reader of an index file."""

import apsw

from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.sqlite import page_checksums
from ragtui_core.store.sqlite.connection import close
from ragtui_core.store.sqlite.keyword_rows import SqliteKeywordReader
from ragtui_core.store.sqlite.reader_state import SharedCache, SqliteReaderState
from ragtui_core.store.sqlite.vector_rows import SqliteVectorReader


class SqliteReader(Reader):
    """All queries to an index file."""

    keywords: SqliteKeywordReader
    vectors: SqliteVectorReader
    _state: SqliteReaderState

    def __init__(
        self, connection: apsw.Connection, shared: SharedCache | None = None
    ) -> None:
        """Use `connection`, which may be read-only; others may use `shared`, too."""
        self._connection = connection
        state = SqliteReaderState(connection, shared)
        super().__init__(state, SqliteKeywordReader(state), SqliteVectorReader(state))

    def refresh(self) -> None:
        """Forget what is known of the index, if it changed; once for each use."""
        self._state.refresh()

    def close(self) -> None:
        """Close the connection."""
        close(self._connection)

    def interrupt(self) -> None:
        """End the statement that another thread executes now, with an error."""
        self._connection.interrupt()

    @property
    def has_page_checksums(self) -> bool:
        """Whether changed bytes of the index file are detected when they are read."""
        return page_checksums.are_supported(
            self._connection
        ) and page_checksums.are_reserved(self._connection)
