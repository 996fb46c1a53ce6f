"""What is shown beside a citation: the whole sentence, and what says what it is."""

from dataclasses import replace

import pytest

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.shown_passage import passage_at, passage_of
from ragtui_core.citations.verdict_wording import PART, citation_label, citation_sign
from ragtui_core.types import Span
from support.notes import parse

NOTE = """# Crane

The mill costs five million. It is blue.

## Forbidden

Never do the following:

- Lifting *people* with the hook

| Type | bar | rpm |
|---|---|---|
| Heron | 5.5 | 900 |
"""
DOCUMENT = parse(NOTE, "crane.md")


def quoted(quote: str) -> Citation:
    start = NOTE.index(quote)
    span = Span(start, start + len(quote))
    return replace(cite(1, quote, span, (), DOCUMENT), quoted=True)


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ("The mill costs five", "Crane: “The mill costs five” million."),
        ("costs five million.", "Crane: The mill “costs five million.”"),
        ("It is blue.", "Crane: It is blue."),
        (
            "Lifting *people* with the hook",
            "Crane › Forbidden › • Never do the following:"
            " Lifting people with the hook",
        ),
        ("900", "Crane › Forbidden › → Heron › ↓ rpm: 900"),
    ],
)
def test_the_sentence_and_what_it_belongs_to_are_shown(quote: str, shown: str) -> None:
    citation = quoted(quote)
    passage = passage_at(DOCUMENT, citation.span)
    assert str(passage) == shown
    assert passage_of(citation)[:2] == passage[:2]
    assert citation_label(citation).endswith(PART) is ("“" in shown)


@pytest.mark.parametrize("verdict", Verdict)
def test_a_quotation_has_one_of_three_signs_and_a_passage_another(
    verdict: Verdict,
) -> None:
    citation = quoted("It is blue.")
    assert citation_sign(replace(citation, quoted=False)) == "¶"
    sign = citation_sign(replace(citation, verdict=verdict))
    assert sign in {"✓", "≠", "∅"}
    assert (sign == "✓") is verdict.verified
