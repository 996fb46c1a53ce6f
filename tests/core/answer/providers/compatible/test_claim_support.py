"""Which words a claim quotes, and which passage it rests on."""

import pytest

from ragtui_core.answer.providers.compatible.provider import (
    last_sentence,
    quotations,
    supporting_passage,
)
from support.answer_requests import excerpted

NOTE = excerpted(
    "pump.md",
    "# Pump\n\nThe pump is blue. Its impeller is changed every second winter.\n\n"
    "- Oil: 2 litres\n\n| part | price |\n|---|---|\n| seal | 12 |\n| valve | 31 |\n",
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two. ", "Two."),
        ("One.\n\n- Two", "- Two"),
        (
            'It says "The pump is blue. It leaks." ',
            'It says "The pump is blue. It leaks."',
        ),
        ('It says "The pump is blue." So be it.', "So be it."),
        ("(One.) Two", "Two"),
        ("\u4e00\u3002\u4e8c\u3002", "\u4e8c\u3002"),
        ("", ""),
    ],
)
def test_the_last_sentence_is_what_a_mark_is_about(text: str, sentence: str) -> None:
    assert last_sentence(text) == sentence


@pytest.mark.parametrize(
    ("claim", "quoted"),
    [
        ('It is "changed every winter," they say', ["changed every winter"]),
        (
            "\u201cblue as the sea\u201d and \u201egr\u00fcn wie Gras\u201c",
            ["blue as the sea", "gr\u00fcn wie Gras"],
        ),
        ("\u00abbleu comme la mer\u00bb", ["bleu comme la mer"]),
        ('The "Pump" is 5" wide', []),
    ],
)
def test_quotations_are_found(claim: str, quoted: list[str]) -> None:
    assert quotations(claim) == quoted


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
    found = supporting_passage(claim, NOTE)
    assert (found.span.of(NOTE.document.text) if found else None) == passage
