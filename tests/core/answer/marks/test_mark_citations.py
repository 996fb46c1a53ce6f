"""Which passage a claim rests on."""

import pytest

from ragtui_core import AskOptions, Citation, Done, Selection, Text
from ragtui_core.answer.marks.answer_citations import AnswerCitations
from ragtui_core.answer.marks.supporting_passages import SupportingPassages
from ragtui_core.answer.request import AnswerQuality
from ragtui_core.answer_events import DocumentMark
from ragtui_core.search_results import Confidence
from ragtui_core.types import Lines
from support.answer_requests import excerpted, files_of, request_about

NOTE = excerpted(
    "pump.md",
    "# Pump\n\nThe pump is blue. Its impeller is changed every second winter.\n\n"
    "- Oil: 2 litres\n\n| part | price |\n|---|---|\n| seal | 12 |\n| valve | 31 |\n",
)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Its second winter", "Its impeller is changed every second winter."),
        ("The price of a valve is 31", "| valve | 31 |"),
        ("It takes two litres of oil", "- Oil: 2 litres"),
        ("Whales sing at night", None),
        ("", None),
    ],
)
def test_the_passage_that_shares_most_words(claim: str, passage: str | None) -> None:
    found = SupportingPassages([NOTE]).like(claim, "pump.md")
    assert (found.span.of(NOTE.document.text) if found else None) == passage


INTERVALS = excerpted(
    "policy.md",
    "# Policy\n\n| instrument | interval |\n|---|---|\n| TWI-220 Heron | 12 months |\n"
    "| TWI-310 Curlew | 12 months |\n",
)


@pytest.mark.parametrize("probe", ["TWI-220 Heron", "TWI-310 Curlew"])
def test_what_is_asked_decides_between_rows(probe: str) -> None:
    asked = f"Is it right? products/{probe.lower().replace(' ', '-')}.md"
    passages = SupportingPassages([INTERVALS], asked)
    found = passages.like("The policy says 12 months.", "policy.md")
    assert found
    assert found.span.of(INTERVALS.document.text) == f"| {probe} | 12 months |"


async def test_a_claim_about_a_selection_cites_the_row_of_its_note() -> None:
    text = INTERVALS.document.text
    selected = Selection("Recalibrate it.", "products/twi-310-curlew.md", Lines(3, 3))
    notes = {"policy.md": text}
    request = request_about(notes, options=AskOptions(selection=selected))
    citations = AnswerCitations(request, files_of(notes))
    said = [Text("The policy says 12 months"), DocumentMark(" [1]", ("policy.md",))]
    shown = [e for event in said for e in citations.take(event)]
    shown += citations.take(Done("x", "", Confidence.HIGH))
    (cited,) = (event for event in shown if isinstance(event, Citation))
    assert "Curlew" in cited.quote


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("We paid 31 euros for the outlet tap.", True),
        ("We paid 32 euros for the outlet tap.", False),
        ("The outlet tap was bought by Rosa.", False),
    ],
)
def test_where_the_search_is_sure_a_claim_may_have_other_words_than_its_passage(
    claim: str, found: bool
) -> None:
    asked = "What did the outlet tap cost?"
    sure = SupportingPassages([NOTE], asked, AnswerQuality.GOOD).stating(claim)
    assert (sure and sure[1].span.of(NOTE.document.text)) == (
        "| valve | 31 |" if found else None
    )
    assert SupportingPassages([NOTE], asked).stating(claim) is None
