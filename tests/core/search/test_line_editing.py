"""Filters added to a line and taken out of it: the line stays what is searched."""

from hypothesis import given, strategies as st

from ragtui_core.search.query_language import (
    Clause,
    clauses_of,
    parse_line,
    with_clause,
    without_clause,
    words_of_line,
)
from ragtui_core.store.selection import FilterField

TAG, FOLDER, COMPANY = FilterField.TAG, FilterField.FOLDER, FilterField.COMPANY


def test_a_line_in_its_parts() -> None:
    line = 'the wiper tag:x -folder:"old ones" blade tag:x nofield:y'
    assert [str(clause) for clause in clauses_of(line)] == [
        "tag:x",
        '-folder:"old ones"',
    ]
    assert words_of_line(line) == "the wiper blade nofield:y"


values = st.text(
    st.characters(exclude_characters='"', exclude_categories=["Cs", "Cc"]), min_size=1
).filter(lambda text: text.strip())
lines = st.text(st.sampled_from(' ab"-:tag é'), max_size=30)


@given(lines, st.sampled_from([TAG, FOLDER, COMPANY]), values)
def test_a_filter_that_was_added_is_read_back(
    line: str, field: FilterField, value: str
) -> None:
    clause = Clause(field, value.strip())
    if line.count('"') % 2 or clause in clauses_of(line):
        return
    added = with_clause(line, clause)
    read = parse_line(added).clauses
    assert [c for c in read if (c.field, c.value) == (field, clause.value)]
    assert parse_line(added).text().split() == parse_line(line).text().split()
    assert clause not in clauses_of(without_clause(added, clause))
