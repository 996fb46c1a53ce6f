"""What questions are about: the current scope, and those that can be chosen."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from ragtui_tui import question_scope
from ragtui_tui.dialogs.choice_list import Choice
from ragtui_tui.question_scope import WHOLE_VAULT, Scope

MAX_RECENT = 5
"""Scopes that are offered again."""


class ScopeSelection:
    """Remembers what was chosen in a conversation."""

    def __init__(self) -> None:
        """Begin with the whole vault."""
        self.scope = WHOLE_VAULT
        """What questions are about."""
        self.offers: Sequence[Scope] = ()
        """What the other views show."""
        self._recent: list[Scope] = []

    @property
    def label(self) -> str:
        """The scope, in a few words."""
        return question_scope.label(self.scope)

    def choose(self, scope: Scope) -> None:
        """Ask about `scope` from now on; it can be chosen again later."""
        self.scope = scope
        known = [each for each in self._recent if each != scope]
        self._recent = [scope, *known][:MAX_RECENT]

    def choices(self, paths: Sequence[str]) -> list[Choice[Scope]]:
        """All scopes: those shown, those chosen lately, folders, and files.

        Args:
            paths: The documents of the vault.
        """
        return [
            Choice(question_scope.label(scope), scope, remark)
            for scope, remark in self._scopes(paths)
        ]

    def _scopes(self, paths: Sequence[str]) -> Iterator[tuple[Scope, str]]:
        yield WHOLE_VAULT, ""
        remarks = dict.fromkeys([*self.offers, *self._recent, self.scope], "lately")
        remarks |= dict.fromkeys(self.offers, "shown now")
        for scope, remark in remarks.items():
            if scope != WHOLE_VAULT:
                yield scope, "" if scope == self.scope else remark
        above = (PurePosixPath(path).parents for path in paths)
        folders = {str(folder) for each in above for folder in each} - {"."}
        yield from ((Scope.folder(folder), "") for folder in sorted(folders))
        yield from ((Scope.file(path), "") for path in paths)
