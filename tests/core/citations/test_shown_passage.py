"""What is shown beside a citation: the whole sentence, and what says what it is."""

from dataclasses import replace

import pytest

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.shown_passage import passage_at, passage_of
from ragtui_core.citations.verdict_wording import PART, citation_label, citation_sign
from ragtui_core.types import Span
from support.notes import parse

NOTE = """---
status: superseded
date: 2026-11-03
---
# Crane

The mill costs five million. It is blue.

Is it open?

At night.[^n]

## Forbidden

Never do the following:

- Lifting *people* with the hook

| Type | bar | rpm |
|---|---|---|
| Heron | 5.5 | 900 |

[^n]: Not in winter.
"""
DOCUMENT = parse(NOTE, "crane.md")


def quoted(quote: str) -> Citation:
    start = NOTE.index(quote)
    span = Span(start, start + len(quote))
    return replace(cite(1, quote, span, (), DOCUMENT), quoted=True)


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ("The mill costs five", "“The mill costs five” million."),
        ("costs five million.", "The mill “costs five million.”"),
        ("It is blue.", "It is blue."),
        (
            "Lifting *people* with the hook",
            "Forbidden › Never do the following: Lifting people with the hook",
        ),
        ("5.5 | 900", "Forbidden › Heron › bar | rpm: 5.5 | 900"),
        ("At night.", "Is it open? › footnote n: Not in winter.: At night."),
    ],
)
def test_the_sentence_and_what_it_belongs_to_are_shown(quote: str, shown: str) -> None:
    citation = quoted(quote)
    passage = passage_at(DOCUMENT, citation.span)
    assert str(passage) == f"superseded, dated 3 Nov 2026: {shown}"
    assert passage_of(citation)[:2] == passage[:2]
    assert citation_label(citation).endswith(PART) is ("“" in shown)


@pytest.mark.parametrize("verdict", Verdict)
def test_quotations_have_three_signs_and_passages_another(verdict: Verdict) -> None:
    citation = quoted("It is blue.")
    assert citation_sign(replace(citation, quoted=False)) == "¶"
    sign = citation_sign(replace(citation, verdict=verdict))
    assert sign in {"✓", "≠", "∅"}
    assert (sign == "✓") is verdict.verified
