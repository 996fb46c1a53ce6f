"""The words of remarks: what ragtui says in an answer, and what reads as if it did.

A remark is in square brackets: ` [not in the file]`, ` [27 months: not in the
passage]`, ` [superseded by price-list-2026]`.
"""

import re
import unicodedata
from collections.abc import Iterator

from ragtui_core.answer_events import UNANSWERED
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.verdict_wording import (
    LABELS,
    NO_PASSAGE,
    PART,
    PASSAGE_FOUND,
    REMARKS,
)
from ragtui_core.types import Span

NOT_IN_PASSAGE = "not in the passage"
SUPERSEDED_BY = "superseded by"

_IN_BRACKETS = re.compile(r"[ \t]?\[([^\[\]\n]+)\]")


def reads_as_remark(text: str) -> bool:
    """Whether the text between brackets, as displayed, has the words of a remark.

    Only letters count: not case, spaces, punctuation or markup.
    """
    letters = _letters(text)
    return (
        letters in _OWN_WORDS
        or letters.removesuffix("s").endswith(_letters(NOT_IN_PASSAGE))
        or letters.startswith(_letters(SUPERSEDED_BY))
    )


def remarks_in(text: str) -> Iterator[Span]:
    """The remarks in an answer whose events are not known, with the space before."""
    for match in _IN_BRACKETS.finditer(text):
        if reads_as_remark(match[1]):
            yield Span(*match.span())


def _letters(text: str) -> str:
    shown = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W\d_]+", "", shown)


_OWN_WORDS = frozenset(
    map(
        _letters,
        (
            *REMARKS.values(),
            *LABELS.values(),
            *Verdict,
            *(PASSAGE_FOUND, NO_PASSAGE, PART, UNANSWERED),
        ),
    )
)
"""The letters of what is said of verdicts, which no model may imitate."""
