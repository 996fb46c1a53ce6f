"""A search as the screen asks for it: the line, and what is switched on beside it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from ragtui_core import Mode, SearchOptions, Sort

LIMIT = 30
"""Hits shown: a few screens of cards."""

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class SearchState:
    """What is typed, and how it is to be searched for."""

    query: str = ""
    mode: Mode = Mode.HYBRID
    sort: Sort = Sort.RELEVANCE
    dedup: bool = True
    """Whether a document shows its best passage first of all."""
    correct: bool = True
    """Whether typos are corrected; off if the words are meant as typed."""
    explain: bool = False
    """Whether each card explains its score."""

    def options(self, mode: Mode | None = None) -> SearchOptions:
        """For the core; with another `mode` than asked for, perhaps."""
        return SearchOptions(
            limit=LIMIT,
            mode=mode or self.mode,
            sort=self.sort,
            dedup=self.dedup,
            correct=self.correct,
            explain=self.explain,
            as_you_type=True,
        )

    def with_next_mode(self) -> "SearchState":
        """By words and meaning, by words, by meaning."""
        return replace(self, mode=_after(self.mode))

    def with_next_sort(self) -> "SearchState":
        """By relevance, by date."""
        return replace(self, sort=_after(self.sort))

    def remember(self) -> dict[str, Any]:
        """As JSON; what `restored` takes."""
        return {
            "query": self.query,
            "mode": self.mode.value,
            "sort": self.sort.value,
            "dedup": self.dedup,
        }

    def restored(self, state: dict[str, Any]) -> "SearchState":
        """As remembered; what is missing or makes no sense stays as it is."""
        query, mode = state.get("query"), state.get("mode")
        sort, dedup = state.get("sort"), state.get("dedup")
        return replace(
            self,
            query=query if isinstance(query, str) else self.query,
            mode=Mode(mode) if mode in set(Mode) else self.mode,
            sort=Sort(sort) if sort in set(Sort) else self.sort,
            dedup=dedup if isinstance(dedup, bool) else self.dedup,
        )


def _after(choice: Choice) -> Choice:
    choices = list(type(choice))
    return choices[(choices.index(choice) + 1) % len(choices)]
