"""What a mail says without content."""

import pytest

from ragtui_core.documents.mail.courtesies import (
    is_courtesy,
    is_without_content,
    text_start,
)
from ragtui_core.documents.mail.quoted_lines import Origin, runs
from ragtui_core.types import Span

SENDER = "Tom Baker <tom@example.org>"
HEAD = "# The boiler\n\nFrom: Tom\nTo: me@example.org\nDate: 10 Nov 2026\n"


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


def test_a_head_without_text_has_no_content() -> None:
    assert is_without_content(HEAD)
    assert is_without_content(f"{HEAD}\nBest regards,\nTom")
    assert not is_without_content(f"{HEAD}\nThe plumber comes.")
    assert not is_without_content("# The boiler\n\nIt leaks.")


def test_a_mail_is_shown_from_its_text_on_unless_its_head_alone_matches() -> None:
    mail = f"{HEAD}\nTom says that it leaks."
    sender, own = mail.index("From: Tom") + 6, mail.index("Tom says")
    subject = Span(mail.index("boiler"), mail.index("boiler") + 6)
    for shown in ([], [subject], [subject, Span(own, own + 3)]):
        assert mail[text_start(mail, shown) :].strip().startswith("Tom says")
    assert text_start(mail, [subject, Span(sender, sender + 3)]) == 0
    assert text_start("It leaks.", []) == 0
