"""Searches of small vaults, with what is expected of each, from TOML files.

`rows` has one search a line: the line of the query, `|`, and expectations with `;`
between them. A row that begins with `@` has options for the rows after it.

Expectations of paths: `first`, the first hit; `all`, exactly these in this order;
`only`, exactly these; `order`, the first ones in this order; `top`, the first ones in
any order; `has`, among others; `not`, not at all. Of the result: `says` and `silent`,
words of its notes; `total`, `corrected`, `relaxed`, `time`, `effect`, a value, or
nothing; `high` or `low`, the confidence. Of hits: `good` or `weak`, the first one;
`marks`, the words that are marked in it; `excerpts`, a word in that of each hit;
`states`, those of all.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import contains
from pathlib import Path
from typing import Any

from ragtui_core import Mode, SearchOptions, SearchResult, Sort, Vault
from support.vault_cases import Cases, cases_in

_VALUES: Mapping[str, Any] = {
    "yes": True,
    "no": False,
    **{mode.value: mode for mode in Mode},
    **{sort.value: sort for sort in Sort},
}


class VaultCases(Cases):
    """A vault, and searches of it."""

    def searches(self) -> Iterator[tuple[str, SearchOptions, list[str]]]:
        """The lines, with their options and expectations."""
        options = plain = SearchOptions(fill=False)
        for row in filter(str.strip, self.rows.splitlines()):
            if row.startswith("@"):
                named = (word.split("=") for word in row[1:].split())
                options = replace(plain, **{key: _value(v) for key, v in named})
            else:
                line, _, expected = row.rpartition(" | ")
                yield line.strip(), options, [it.strip() for it in expected.split(";")]

    def misses(self, vault: Vault) -> tuple[list[str], int]:
        """The expectations that are not met, and the number of searches."""
        found, number = list[str](), 0
        for line, options, expected in self.searches():
            result, number = vault.search(line, options), number + 1
            wrong = [it for it in expected if not _is_met(result, it)]
            if wrong:
                paths = [hit.path for hit in result.hits]
                found.append(f"{line!r}: not {wrong}: {paths}, {result.notes}")
        return found, number


def vault_of(fact: str, folder: Path) -> VaultCases:
    """The vault of a fact."""
    return next(cases for cases in cases_in(folder, VaultCases) if cases.fact == fact)


def _is_met(result: SearchResult, expected: str) -> bool:
    kind, _, value = expected.partition(" ")
    if kind in _OF_PATHS:
        wanted = [path.strip() for path in value.split(",") if path.strip()]
        return _OF_PATHS[kind]([hit.path for hit in result.hits], wanted)
    return _OF_RESULT[kind](result, value)


def _value(text: str) -> Any:
    if text in _VALUES:
        return _VALUES[text]
    return int(text) if text.isdigit() else float(text)


def _excerpts(result: SearchResult, words: str) -> bool:
    wanted, shown = words.split(", "), [hit.excerpt for hit in result.hits]
    return len(wanted) == len(shown) and all(map(contains, shown, wanted))


def _words(values: Any) -> str:
    return ", ".join(values).strip()


def _marked(result: SearchResult) -> str:
    hit = result.hits[0]
    return _words(sorted({match.of(hit.excerpt) for match in hit.matches}))


_OF_PATHS: Mapping[str, Callable[[list[str], list[str]], bool]] = {
    "first": lambda paths, wanted: paths[:1] == wanted,
    "all": lambda paths, wanted: paths == wanted,
    "only": lambda paths, wanted: set(paths) == set(wanted),
    "order": lambda paths, wanted: paths[: len(wanted)] == wanted,
    "top": lambda paths, wanted: set(paths[: len(wanted)]) == set(wanted),
    "has": lambda paths, wanted: set(wanted) <= set(paths),
    "not": lambda paths, wanted: set(wanted).isdisjoint(paths),
}

_OF_RESULT: Mapping[str, Callable[[SearchResult, str], bool]] = {
    "says": lambda it, value: value in " ".join((*it.notes, it.counted)),
    "silent": lambda it, value: value not in " ".join(it.notes),
    "total": lambda it, value: ("" if it.total is None else str(it.total)) == value,
    "corrected": lambda it, value: it.corrected == value,
    "relaxed": lambda it, value: (it.relaxed or "") == value,
    "time": lambda it, value: (it.time.shown if it.time else "") == value,
    "effect": lambda it, value: (it.time.effect if it.time else "") == value,
    "high": lambda it, _: it.confidence == "high",
    "low": lambda it, _: it.confidence == "low",
    "good": lambda it, _: not it.hits[0].is_weak,
    "weak": lambda it, _: it.hits[0].is_weak,
    "marks": lambda it, value: _marked(it) == value,
    "excerpts": _excerpts,
    "states": lambda it, value: _words(hit.state for hit in it.hits) == value,
}
