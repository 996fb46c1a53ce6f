"""A reader of a vault in a database."""

import threading

from ragtui_core.store import Reader
from ragtui_postgres.keyword_reader import PostgresKeywordReader
from ragtui_postgres.reader_state import PostgresReaderState
from ragtui_postgres.vector_rows import PostgresVectorReader


class PostgresReader(Reader):
    """All queries to a vault in a database."""

    keywords: PostgresKeywordReader
    vectors: PostgresVectorReader
    _state: PostgresReaderState

    def __init__(self, state: PostgresReaderState) -> None:
        self._session = state.session
        self._refresh = state.refresh
        super().__init__(
            state, PostgresKeywordReader(state), PostgresVectorReader(state)
        )

    def close(self) -> None:
        """Close the connection."""
        self._session.connection.close()

    def interrupt(self) -> None:
        """Have the server end the statement that another thread waits for."""
        cancel = self._session.connection.cancel_safe
        # It asks the server by a connection of its own.
        threading.Thread(target=cancel, daemon=True).start()

    def refresh(self) -> bool:
        """Forget what was read before the last change, for another use of the reader.

        Returns:
            Whether the tables are those of this ragtui.

        Raises:
            psycopg.Error: The connection does not work.
        """
        return self._refresh()

    @property
    def has_page_checksums(self) -> bool:
        """Whether changed bytes of the server's files are detected."""
        return self._session.rows("SHOW data_checksums") == [("on",)]
