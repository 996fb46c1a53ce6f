"""What of a vault a question is put to. Paths are relative to the vault."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ragtui_core.model import Lines


class ScopeKind(StrEnum):
    """How much a question is put to."""

    VAULT = "vault"
    FOLDER = "folder"
    FILE = "file"
    PASSAGE = "passage"
    """A passage that is put beside the question; its sources are the whole vault's."""
    RESULTS = "results"
    """What a search found."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where the answer may come from; make one by its class methods."""

    kind: ScopeKind = ScopeKind.VAULT
    path: str = ""
    """Of the folder ("" is the vault's own), the file, or the passage's file."""
    text: str = ""
    """What the passage says, as the file has it."""
    lines: Lines | None = None
    """Where the passage stands, counted from 1."""
    query: str = ""
    """The search's line, as typed: it names the results."""
    paths: tuple[str, ...] = ()
    """The documents that the search shows; none if its filters alone tell."""
    filters: tuple[str, ...] = ()
    """The search's filters in the query language, such as `tag:oxygen`."""

    @classmethod
    def folder(cls, path: str) -> "Scope":
        """A folder and those in it."""
        return cls(ScopeKind.FOLDER, path)

    @classmethod
    def file(cls, path: str) -> "Scope":
        """One file."""
        return cls(ScopeKind.FILE, path)

    @classmethod
    def passage(cls, path: str, text: str, lines: Lines | None) -> "Scope":
        """A passage of a file, whatever the vault says about it."""
        return cls(ScopeKind.PASSAGE, path, text=text, lines=lines)

    @classmethod
    def results(
        cls, query: str, paths: Sequence[str] = (), filters: Sequence[str] = ()
    ) -> "Scope":
        """What a search found.

        Args:
            query: Its line, as typed.
            paths: The documents that it shows. Leave them out where filters alone
                were asked for: then all that satisfies them counts, shown or not.
            filters: All filters that were on, those in the line included.
        """
        return cls(
            ScopeKind.RESULTS,
            query=query,
            paths=tuple(dict.fromkeys(paths)),
            filters=tuple(filters),
        )


WHOLE_VAULT = Scope()
"""Everything that is indexed."""
