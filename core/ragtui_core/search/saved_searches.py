"""Saved searches: a small JSON file beside the index."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragtui_core.errors import StorageError
from ragtui_core.files.private_files import write_atomically
from ragtui_core.search.options import Sort
from ragtui_core.text.sanitizing import encodable

FILE = "searches.json"


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A named search. `query` includes its filters."""

    name: str
    query: str
    sort: Sort = Sort.RELEVANCE


class SavedSearches:
    """The saved searches of one vault.

    The file is re-read each time, since other processes may write it. A damaged file is
    kept as it is, so that the user can repair it.
    """

    def __init__(self, folder: Path) -> None:
        """Store them in `folder`, which may not exist yet."""
        self._file = folder / FILE

    def all(self) -> tuple[SavedSearch, ...]:
        """All of them, by name.

        Raises:
            StorageError: The file cannot be read.
        """
        return tuple(sorted(self._read(), key=lambda saved: saved.name.casefold()))

    def save(self, search: SavedSearch) -> None:
        """Save a search; one of the same name is replaced.

        Raises:
            StorageError: The file cannot be read or written.
        """
        others = (saved for saved in self._read() if saved.name != search.name)
        self._write([*others, encodable(search)])

    def delete(self, name: str) -> None:
        """Delete a search; it is no error if there is none of that name.

        Raises:
            StorageError: The file cannot be read or written.
        """
        self._write([saved for saved in self._read() if saved.name != name])

    def _read(self) -> Iterator[SavedSearch]:
        try:
            listed = json.loads(self._file.read_text("utf-8"))
            return iter([_search(item) for item in listed])
        except FileNotFoundError:
            return iter(())
        except OSError as error:
            raise self._problem("cannot be read", error.strerror) from error
        except (ValueError, TypeError, KeyError) as error:
            raise self._problem("is damaged", "fix or delete it") from error

    def _write(self, searches: list[SavedSearch]) -> None:
        rows = list(map(asdict, searches))
        try:
            write_atomically(self._file, json.dumps(rows, ensure_ascii=False, indent=1))
        except OSError as error:
            raise self._problem("cannot be written", error.strerror) from error

    def _problem(self, what: str, why: str | None) -> StorageError:
        return StorageError(f"the saved searches {what} ({self._file}): {why}")


def _search(item: dict[str, Any]) -> SavedSearch:
    return SavedSearch(str(item["name"]), str(item["query"]), Sort(item["sort"]))
