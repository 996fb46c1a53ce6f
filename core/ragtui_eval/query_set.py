"""Judged queries: what is asked, and which documents answer it.

A document is named by its path relative to the vault, with forward slashes. A grade
is a whole number above 0; the higher, the better the document answers. What has no
grade counts as not relevant.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import TypeVar

from ragtui_core import CurrentLocation

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class EvaluationQuery:
    """One query and its judgements: either `relevant` or `unanswerable` says much."""

    id: str
    text: str
    relevant: Mapping[str, int]
    """Document to grade; only grades above 0."""
    unanswerable: bool = False
    """Whether the vault is known to contain no answer."""
    filters: tuple[str, ...] = ()
    """Further filters in the query's own language, such as `tag:oxygen`."""
    at: CurrentLocation | None = None
    """The current location of the user."""


@dataclass(frozen=True, slots=True)
class QuerySet:
    """Queries that are measured together; their ids differ."""

    name: str
    queries: tuple[EvaluationQuery, ...]
    today: date | None = None
    """What "last week" is measured from; None is the day of the evaluation."""


def sample_queries(query_set: QuerySet, size: int, *, seed: int = 0) -> QuerySet:
    """At most `size` of the queries, in their order; the same ones at every call."""
    return replace(query_set, queries=sampled(query_set.queries, size, seed=seed))


def sampled(items: Sequence[Item], size: int, *, seed: int = 0) -> tuple[Item, ...]:
    """At most `size` of `items`, in their order; the same ones at every call."""
    if size >= len(items):
        return tuple(items)
    chosen = sorted(Random(seed).sample(range(len(items)), size))
    return tuple(items[i] for i in chosen)


def missing_documents(query_set: QuerySet, paths: Iterable[str]) -> list[str]:
    """The judged documents that are not among `paths`, sorted."""
    judged = {document for query in query_set.queries for document in query.relevant}
    return sorted(judged.difference(paths))
