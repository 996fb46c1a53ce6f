"""Citations are numbered once, and checked against the files as they are now."""

from dataclasses import replace

import pytest

from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.comparing.quotation_rule import compare
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown.quotations_shown import shown_text
from ragtui_core.types import Span
from support.answer_requests import files_of
from support.notes import parse

PUMP = "# Pump\n\nThe pump is blue. Its impeller is changed every second winter.\n"
QUOTE = "Its impeller is changed every second winter."
SENT = parse(PUMP, "pump.md")


def span_of(quote: str, text: str = PUMP) -> Span:
    return Span(text.index(quote), text.index(quote) + len(quote))


@pytest.mark.parametrize(
    ("now", "verdict", "line"),
    [
        (PUMP, Verdict.EXACT, 3),
        (f"# Pump\n\nNew.\n\nThe pump is green. {QUOTE}", Verdict.EXACT, 5),
        (PUMP.replace("second", "third"), Verdict.STALE, None),
        (PUMP.replace("is changed", "is not changed"), Verdict.STALE, None),
        (PUMP.removesuffix("er.\n"), Verdict.STALE, None),
        ("# Pump\n", Verdict.STALE, None),
        (None, Verdict.FILE_MISSING, None),
    ],
)
def test_what_was_sent_is_compared_with_the_file_as_it_is_now(
    now: str | None, verdict: Verdict, line: int | None
) -> None:
    citer = Citer(files_of({} if now is None else {"pump.md": now}))
    citation = citer.at(QUOTE, span_of(QUOTE), (), SENT)
    assert citation.verdict is verdict
    assert 0 <= citation.span.start <= citation.span.end <= len(now or "")
    if line:
        assert citation.span.of(now or "") == QUOTE
        assert citation.lines.first == line


def test_of_two_places_the_one_near_the_old_is_taken() -> None:
    now = f"{QUOTE}\n\n" + "Filler. " * 30 + f"\n\n{PUMP}"
    old = f"{'x' * 200}\n\n{PUMP}"
    citer = Citer(files_of({"pump.md": now}))
    citation = citer.at(QUOTE, span_of(QUOTE, old), (), parse(old, "pump.md"))
    assert citation.span.start == now.rindex(QUOTE)


def test_a_passage_has_one_number_and_a_quotation_of_it_another() -> None:
    citer = Citer(files_of({"pump.md": PUMP}))
    quotes = (QUOTE, "The pump is blue.", QUOTE)
    found = [citer.at(quote, span_of(quote), (), SENT) for quote in quotes]
    told = map(citer.numbered, [*found, replace(found[0], quoted=True)])
    numbers = [(citation.number, is_new) for citation, is_new in told]
    assert numbers == [(1, True), (2, True), (1, False), (3, True)]


@pytest.mark.parametrize(
    ("now", "verdict"),
    [
        ("- one impeller\n- two gaskets\n", True),
        ("A new line.\n\n- one impeller\n- two gaskets\n", True),
        ("- one impeller\n- ten gaskets\n", False),
    ],
)
def test_what_is_quoted_is_compared_as_displayed(now: str, verdict: bool) -> None:
    document = parse("- one impeller\n- two gaskets\n", "pump.md")
    (quotation,) = shown_text("> - one impeller\n> - two gaskets").quotations
    blocks, file = quotation.blocks, quotable(document)
    citer = Citer(files_of({"pump.md": now}))
    citation = citer.found(blocks, "", compare(blocks, file), file)
    assert citation.verdict.verified is verdict
    assert citation.span.start == (now.find("one") if verdict else 0)
