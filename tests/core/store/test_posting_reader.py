"""Where a phrase begins in a tsvector, as the server finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core.store.postgres.posting_reader import BEGINNINGS
from ragtui_core.store.postgres.session import in_dialect
from support.postgres_server import new_database

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.postgres

TERMS = ("a", "ab", "abc", "grün")

texts = st.lists(st.sampled_from(TERMS), min_size=1, max_size=30).map(tuple)
phrases = st.lists(st.sampled_from(TERMS), min_size=2, max_size=4).map(tuple)


@pytest.fixture(scope="module")
def connection() -> Iterator[psycopg.Connection[tuple[list[int]]]]:
    with psycopg.connect(new_database("phrases"), autocommit=True) as opened:
        yield opened


def matches(found: tuple[str, ...], terms: tuple[str, ...], *, is_prefix: bool) -> bool:
    *before, end = found
    *whole, last = terms
    same = end.startswith(last) if is_prefix else end == last
    return before == whole and same


@pytest.mark.parametrize("is_prefix", [False, True])
@given(text=texts, terms=phrases, first=st.sampled_from((1, 8, 16_350)))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_beginning_is_found(
    connection: psycopg.Connection[tuple[list[int]]],
    text: tuple[str, ...],
    terms: tuple[str, ...],
    first: int,
    is_prefix: bool,
) -> None:
    vector = " ".join(f"{term}:{place}" for place, term in enumerate(text, first))
    sql = BEGINNINGS.format(
        vector=":vector ::tsvector",
        terms="terms",
        length=len(terms),
        is_prefix=is_prefix,
    )
    given_values = {"vector": vector, "terms": list(terms)}
    ((found,),) = connection.execute(
        in_dialect(f"SELECT ARRAY({sql})"), given_values
    ).fetchall()
    assert sorted(found) == [
        first + at
        for at in range(len(text) - len(terms) + 1)
        if matches(text[at : at + len(terms)], terms, is_prefix=is_prefix)
    ]
