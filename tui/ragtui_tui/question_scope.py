"""What of a vault a question is about. Paths are relative to the vault."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ragtui_core import CurrentLocation, Lines, Scope, SearchOptions
from ragtui_tui.formatting import location, one_line

if TYPE_CHECKING:
    from ragtui_core import AskOptions


class ScopeKind(StrEnum):
    """How much a question is put to."""

    VAULT = "vault"
    FOLDER = "folder"
    FILE = "file"
    PASSAGE = "passage"
    """A passage that is put beside the question; its sources are the whole vault's."""
    RESULTS = "results"


@dataclass(frozen=True, slots=True)
class QuestionScope:
    """Where the answer may come from."""

    kind: ScopeKind = ScopeKind.VAULT
    path: str = ""
    """The path of the folder ("" is the vault's own), the file, or the passage's
    file."""
    text: str = ""
    """The text of the passage, as in the file."""
    lines: Lines | None = None
    """The lines of the passage, counted from 1."""
    query: str = ""
    """The search's line, as typed: it names the results."""
    paths: tuple[str, ...] = ()
    """The documents that the search shows; none if its filters alone decide: then all
    that satisfies them counts, shown or not."""
    filters: tuple[str, ...] = ()
    """The search's filters in the query language, such as `tag:oxygen`."""


WHOLE_VAULT = QuestionScope()


def label(scope: QuestionScope) -> str:
    """What a question is put to, in a few words."""
    name = one_line(scope.path)
    match scope.kind:
        case ScopeKind.FOLDER:
            return f"folder {name}/" if name else "the vault's own folder"
        case ScopeKind.FILE:
            return name
        case ScopeKind.PASSAGE:
            return f"passage in {location(scope.path, scope.lines)}"
        case ScopeKind.RESULTS:
            many = f"{len(scope.paths)} results" if scope.paths else "all results"
            return f"{many} for “{one_line(scope.query)}”"
    return "whole vault"


def ask_options(
    scope: QuestionScope,
    conversation: str,
    turns: int | None,
    *,
    rewrite: bool = True,
    dates: bool = True,
    deep: bool = False,
) -> "AskOptions":
    """How the core is asked, in a conversation of which so many `turns` stay.

    With `rewrite`, words of the conversation may be added to the query; with `dates`, a
    time in the question is searched for as one; with `deep`, the model searches.
    """
    # Spares the first paint 20 ms.
    from ragtui_core import AskOptions, Selection

    selection = None
    if scope.kind is ScopeKind.PASSAGE:
        selection = Selection(scope.text, scope.path, scope.lines)
    return AskOptions(
        chat=conversation,
        turns=turns,
        rewrite=rewrite,
        selection=selection,
        search=replace(_search_options(scope), dates=dates),
        deep=deep,
        front_end="app",
    )


def _search_options(scope: QuestionScope) -> SearchOptions:
    match scope.kind:
        case ScopeKind.FOLDER:
            inside = CurrentLocation(f"{scope.path}/" if scope.path else "")
            return SearchOptions(scope=Scope.FOLDER, at=inside)
        case ScopeKind.FILE:
            at = CurrentLocation(scope.path)
            return SearchOptions(scope=Scope.FILE, at=at, archived=True)
        case ScopeKind.RESULTS:
            shown = bool(scope.paths)
            return SearchOptions(
                within=scope.paths,
                filters=() if shown else scope.filters,
                archived=shown,
            )
    return SearchOptions()
