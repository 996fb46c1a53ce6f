"""Which lines of a mail its sender wrote."""

import pytest

from ragtui_files.mail.quoted_lines import Origin, is_courtesy, runs


def own(text: str) -> str:
    lines = (
        line for run in runs(text) if run.origin is Origin.OWN for line in run.lines
    )
    return " ".join(line for line in lines if line.strip())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi\n\nOn Tue, Ann wrote:\n> old\n> older\n\nNo.\n", "No."),
        ("On Tue, 3 Mar 2026 at 10:15, Ann Lee\n<a@x.org> wrote:\n\n> old\nYes", "Yes"),
        ("Ja\n\nAm 3. März 2026 schrieb Ann Lee:\n> alt", "Ja"),
        ("Ann Lee <ann@x.org> writes:\n\n> old\n\nFine", "Fine"),
        ("Ok\n-----Original Message-----\nFrom: Ann\nold words", "Ok"),
        ("Ok\n\nFrom: Ann\nSent: Tuesday\nTo: Bo\nSubject: x\n\nold", "Ok"),
        ("Text\n-- \nAnn\nAcme", "Text"),
        ("Text\n____________________________\nlist mailing list\nhttp://x", "Text"),
        ("Begin forwarded message:\n\nold", ""),
        ("A rule\n--\nis quoted:\n> x\nand more", "A rule -- is quoted: and more"),
        ("From: is a word\nnot a header", "From: is a word not a header"),
        ("", ""),
    ],
)
def test_own_lines(text: str, expected: str) -> None:
    assert own(text) == expected


def test_runs_have_every_line_once() -> None:
    text = "a\n> b\n\n> c\nd\n-- \ne"
    assert [line for run in runs(text) for line in run.lines] == [
        *("a", "b", "", "c", "d", "-- ", "e")
    ]


def test_many_quotations_take_linear_time() -> None:
    text = "On Tue, Ann wrote " * 5_000 + "\n> x\n" * 5_000 + "-- \n" * 5_000
    found = sum(len(run.lines) for run in runs(text))
    assert found == len(text.splitlines())


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
