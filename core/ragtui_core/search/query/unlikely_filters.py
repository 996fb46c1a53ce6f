"""Finds filters of a line that are likely to be words: `status:404`, `kind:of`.

No document has such a value, none is similar to it, and it has not the form of one. A
filter that was given as an option is one in any case.
"""

import re
from collections.abc import Iterable, Iterator

from ragtui_core.documents.kinds import OWN_KINDS
from ragtui_core.documents.mail.categories import MailCategory
from ragtui_core.search.query.filters import ARCHIVED, DATES, day_of
from ragtui_core.search.query.query_language import Clause
from ragtui_core.store.reader_protocols import Reader
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.folding import folded

_KNOWN = {
    FilterField.KIND: frozenset({"markdown", *OWN_KINDS}),
    FilterField.STATUS: frozenset({ARCHIVED}),
    FilterField.CATEGORY: frozenset(MailCategory),
    FilterField.HAS: frozenset({"attachment"}),
}
"""Values that are likely in any vault."""

_FORMS = {
    FilterField.PATH: re.compile(r"[/*?.]"),
    FilterField.FOLDER: re.compile(r"/"),
    FilterField.FROM: re.compile(r"@"),
    FilterField.TO: re.compile(r"@"),
    FilterField.THREAD: re.compile(r"@"),
    FilterField.YEAR: re.compile(r"\d"),
}
"""What is in a value of these fields, and in few words."""


def without_dates(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Those by date whose values are no dates, nor begin as one."""
    for clause in clauses:
        is_word = clause.field in DATES and not clause.value[0].isdigit()
        if is_word and not clause.negated and day_of(clause.value) is None:
            yield clause


def unlikely(clauses: Iterable[Clause], reader: Reader) -> Iterator[Clause]:
    """Those whose values are no likely ones, and that no document satisfies."""
    for clause in clauses:
        if clause.field in DATES or clause.negated or _is_likely(clause):
            continue
        only = Filter(clause.field, (clause.value,))
        near = reader.nearest_value(clause.field, clause.value)
        if near is None and reader.select([only]).is_nothing:
            yield clause


def _is_likely(clause: Clause) -> bool:
    if folded(clause.value) in _KNOWN.get(clause.field, ()):
        return True
    form = _FORMS.get(clause.field)
    return form is not None and bool(form.search(clause.value))
