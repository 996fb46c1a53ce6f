"""Adds filters to a query line and removes them.

Selecting a filter edits the line, so the line is the only state.
"""

from ragtui_core.search.query.query_language import Clause, clauses_in
from ragtui_core.store.selection import FilterField
from ragtui_core.text.folding import folded


def clauses_of(line: str) -> tuple[Clause, ...]:
    """The distinct filters of a line, in order."""
    return tuple(dict.fromkeys(clause for clause, _ in clauses_in(line)))


def words_of_line(line: str) -> str:
    """A line without its filters."""
    for _, span in reversed(list(clauses_in(line))):
        line = f"{line[: span.start].rstrip()} {line[span.end :].lstrip()}"
    return line.strip()


def with_clause(line: str, clause: Clause) -> str:
    """The line with a filter appended, unless it has it already."""
    if any(_same(clause, known) for known in clauses_of(line)):
        return line
    return f"{line.rstrip()} {clause} ".lstrip()


def without_clause(line: str, clause: Clause) -> str:
    """The line without a filter, wherever it occurs."""
    for known, span in reversed(list(clauses_in(line))):
        if _same(clause, known):
            line = f"{line[: span.start].rstrip()} {line[span.end :].lstrip()}".lstrip()
    return line


def toggle_clause(line: str, clause: Clause) -> str:
    """The line with the filter added, or removed if it has it already."""
    without = without_clause(line, clause)
    return without if without != line else with_clause(line, clause)


def _same(one: Clause, other: Clause) -> bool:
    return (one.field, one.negated) == (other.field, other.negated) and _key(
        one
    ) == _key(other)


def _key(clause: Clause) -> str:
    value = folded(clause.value)
    if clause.field is FilterField.TAG:
        return value.removeprefix("#")
    return value.strip("/") if clause.field is FilterField.FOLDER else value
