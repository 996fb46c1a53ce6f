"""What a mail says without content."""

import pytest

from ragtui_core.documents.mail.courtesies import is_courtesy
from ragtui_core.documents.mail.quoted_lines import Origin, runs

SENDER = "Tom Baker <tom@example.org>"


@pytest.mark.parametrize(
    "text",
    [
        "Hi,",
        "Dear all,",
        "Sehr geehrte Damen und Herren,",
        "Best regards,\nTom",
        "Kind regards,\n\nTom Baker\nHead of Sales",
        "Mit freundlichen Grüßen\n\nAnna Weber",
        "LG Anna",
        "Many thanks and best wishes",
        "Bien cordialement,\nLuc",
        "Tom",
        "\\--\nTom",
    ],
)
def test_greetings_and_ends_of_mails_are_courtesies(text: str) -> None:
    assert is_courtesy(text, SENDER)


@pytest.mark.parametrize(
    "text",
    [
        "Hi, the plumber comes on Thursday.",
        "Thanks, the boiler is fine now.",
        "Thanks for the manual.",
        "Best price: 40 euros",
        "Best offer is 40 euros",
        "Danke für die Rechnung vom Montag.",
        "Love letters are in the attic.",
        "Anna",
        "Thursday at nine.",
        "hi " + "a " * 50_000,
    ],
)
def test_sentences_that_begin_like_a_courtesy_are_none(text: str) -> None:
    assert not is_courtesy(text, SENDER)


def test_the_sign_off_below_a_quotation_is_not_a_text_of_its_own() -> None:
    mail = "It comes on Thursday.\n\n> When?\n\nTom\n"
    assert [run.origin for run in runs(mail, SENDER)] == [
        Origin.OWN,
        Origin.QUOTED,
        Origin.REST,
    ]
    assert [run.origin for run in runs("Tom\n", SENDER)] == [Origin.OWN]
    letter = "The plumber comes.\n\nBest regards,\nTom\n\n--\nTom Baker\n"
    assert [run.origin for run in runs(letter, SENDER)] == [Origin.OWN, Origin.REST]
