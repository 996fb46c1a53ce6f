"""What is written and checked of an answer: the rows of `rows.txt`."""

from dataclasses import replace
from datetime import date
from pathlib import Path

from ragtui_core.answer.checks.cited_passages import cited_passage
from ragtui_core.answer.checks.claim_check import ClaimChecker
from ragtui_core.answer.follow_up import standalone, turns_of
from ragtui_core.answer.marks.markers import MarkerReader
from ragtui_core.answer.model_text import literal
from ragtui_core.answer.prompt_sanitizer import without_special_tokens
from ragtui_core.answer_events import DocumentMark
from ragtui_core.documents.parser import parse_document
from ragtui_core.search_results import TimeEffect
from ragtui_core.types import Span
from support.chats import TURN
from support.rows import Reader, rows_test


def remark(row: str) -> str:
    """What a claim says that the passage of its citation does not say."""
    passage, claim = row.split(" ¦ ")
    document = parse_document("notes/heron.md", passage.encode())
    cited = cited_passage(document, Span(0, len(passage)))
    return ClaimChecker([]).remark(claim, [cited])


PRICES = """---
title: Price list 2026
updated: 2026-03-09
---

# Heron rev5

The following apply for 24 months.

- probes of Lindow
  - the foil

| part | price (euros) |
|---|---|
| SP-2207 | 34 |
| SP-2208 | 41 |
"""


def remark_about_prices(row: str) -> str:
    """What a claim says that a passage, and what is around it, do not say."""
    claim, quote = row.split(" ¦ ")
    document = parse_document("notes/heron.md", PRICES.encode())
    start = PRICES.index(quote)
    cited = cited_passage(document, Span(start, start + len(quote)))
    return ClaimChecker([]).remark(claim, [cited])


def same_fact(row: str) -> str:
    passage, claim = row.split(" ¦ ")
    return remark(f"In it, {passage} was said. ¦ It says {claim} there.")


def marked(text: str) -> str:
    """A text with the numbers of notes that it refers to in ⟨⟩."""
    reader = MarkerReader([str(number) for number in range(1, 1000)])
    events = [*reader._text(text), *reader._buffered_events()]
    return "".join(
        f"⟨{', '.join(event.paths)}⟩"
        if isinstance(event, DocumentMark)
        else str(getattr(event, "text", event))
        for event in events
    )


def follow_up(question: str) -> str:
    """A question that follows another one, as it is searched for."""
    before = replace(TURN, question="How loud is the bilge pump PX-200?", query="")
    return standalone(question, [before], date(2026, 11, 27))


def time_after(question: str) -> str:
    """The time of a question, which follows one about last week."""
    today = date(2026, 11, 27)
    asked = [("What was my main goal last week?", "The roof."), (question, "Nothing.")]
    time = turns_of(asked, today)[-1].searched_time
    assert time
    assert time.effect is TimeEffect.RESTRICTED
    return time.shown


READERS: dict[str, Reader] = {
    "any spelling of a fact is the same": same_fact,
    "a fact that the passage lacks is named": remark,
    "what is around a passage supports a claim": remark_about_prices,
    "what would look like a mark is rewritten": literal,
    "marks of notes are found": marked,
    "ordinary text is no token of a template": without_special_tokens,
    "words are carried on to a question that needs them": follow_up,
    "a time is counted from that of the question before": time_after,
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
