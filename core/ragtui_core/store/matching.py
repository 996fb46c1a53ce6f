"""Conditions of keyword queries, which each store translates into its own syntax.

Texts are split into terms by the index's tokenizer.
"""

from dataclasses import dataclass
from enum import StrEnum, auto

MAX_FOUND = 15_000
"""The words of a query that are searched occur in so many chunks at most, all added up,
the rarest ones first. Only in a large index there are words beyond it."""

MAX_SCORED = 2_000
"""The most chunks that have the same words of a query and are told apart by scores:
FTS5 takes 1 µs to score a chunk with a word, .1 µs to find it."""


class TermKind(StrEnum):
    """What a text is indexed by; each kind has terms and frequencies of its own."""

    WORD = auto()
    GRAM = auto()
    """Pairs of characters of scripts without spaces."""
    PART = auto()
    """Parts of identifiers."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """The terms of `text`, next to each other; often only one."""

    text: str


@dataclass(frozen=True, slots=True)
class Prefix:
    """A term that begins with `text`."""

    text: str


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of `parts`, of which there is at least one."""

    parts: "tuple[Matching, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of `parts`, of which there is at least one."""

    parts: "tuple[Matching, ...]"


Matching = Phrase | Prefix | AllOf | AnyOf
"""A condition on the terms of a chunk."""
