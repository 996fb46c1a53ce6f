"""Sentences of two files that contradict each other, and those that only look so."""

import pytest

from ragtui_core.answer.checks.contradictions import (
    QuotedClaim,
    claims_in,
    contradictions,
)
from ragtui_core.citations.passages import passages_of
from ragtui_core.documents.parser import parse_document


def statements(path: str, title: str, text: str) -> list[QuotedClaim]:
    source = f"---\ntitle: {title}\n---\n\n{text}\n"
    document = parse_document(path, source.encode())
    return list(claims_in(document, passages_of(document)))


def contradict(one: str, other: str, titles: tuple[str, str]) -> bool:
    these = statements("one.md", titles[0], one)
    others = statements("other.md", titles[1], other)
    assert these
    assert others
    assert bool(list(contradictions(these, others))) == bool(
        list(contradictions(others, these))
    )
    return bool(list(contradictions(these, others)))


UNLIKE = ("Field notes", "Handbook")
PRICES = "| code | price in euros |\n|---|---|\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Heron runs 26 months on a cell.", "The Heron runs 11 months on a cell."),
        ("Guarantee of the Heron: 2 years.", "- Guarantee of the Heron: **36 months**"),
        ("The Curlew probe rests six weeks.", "The Curlew probe also rests 12 weeks."),
        ("The board meets in Lindow on 3 May.", "The board meets in Lindow on May 10."),
        (
            "The Lindow fair is on 2026-05-03.",
            "The Lindow fair is on 4 May 2026.",
        ),
        ("The office is open to all at 9:00.", "The office is open to all at 8:30."),
        ("The TWI-310 ships with a cap.", "The TWI-310 ships without a cap."),
        ("The Curlew needs a foil.", "The Curlew doesn't need a foil."),
        ("The licence costs €2,400 a year.", "The licence costs €2,600 a year."),
        ("Refunds take 30 days at most.", "The refunds take 14 days at most."),
        (f"{PRICES}| SP-2207 | 34 |", f"{PRICES}| SP-2207 | 36 |"),
    ],
)
def test_another_number_date_or_negation_is_reported(one: str, other: str) -> None:
    assert contradict(one, other, UNLIKE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            "Refunds are paid within 2 weeks of return.",
            "Refunds are paid within 14 days of return.",
            id="the same in another unit",
        ),
        pytest.param(
            "The board of Lindow met on 3 May 2026.",
            "The board of Lindow met on May 3rd, 2026.",
            id="the same day in another form",
        ),
        pytest.param(
            "The Heron costs 1,200 euros.",
            "The Heron costs 1200 euros.",
            id="the same number in another form",
        ),
        pytest.param(
            f"{PRICES}| Lindow fair of 2024. Stalls | 34 |",
            f"{PRICES}| Lindow fair of 2025. Stalls | 36 |",
            id="other years at the end of a sentence",
        ),
        pytest.param(
            "In 2024 Lindow bought 400 Herons.",
            "In 2025 Lindow bought 500 Herons.",
            id="other years",
        ),
        pytest.param(
            "The Heron tools need Python 3.11.",
            "The Heron tools need Python 3.12.",
            id="a number that names",
        ),
        pytest.param(
            "Step 4 of the Heron manual is short.",
            "Step 5 of the Heron manual is short.",
            id="a number of order",
        ),
        pytest.param(
            "The TWI-310 runs 12 months on a cell.",
            "The TWI-405 runs 36 months on a cell.",
            id="other codes",
        ),
        pytest.param(
            "It takes 5 minutes to set up the Heron.",
            "It takes 9 minutes to set up the Heron.",
            id="it may be anything",
        ),
        pytest.param(
            "We introduce two new buttons.",
            "We introduce three new buttons.",
            id="nothing tells that they are the same",
        ),
        pytest.param(
            "The Heron took 3 readings in 5 hours at 9 stations.",
            "The Heron took 4 readings in 6 hours at 2 stations.",
            id="several numbers are other readings",
        ),
        pytest.param(
            f"{PRICES}| SP-2207 | 34 |",
            "| code | weight in grams |\n|---|---|\n| SP-2207 | 36 |",
            id="other columns",
        ),
    ],
)
def test_apparent_contradictions_are_not_reported(one: str, other: str) -> None:
    assert not contradict(one, other, UNLIKE)


SHORT = ("The alarm rings after 5 tries.", "The alarm rings after 3 tries.")


@pytest.mark.parametrize(
    ("titles", "told"),
    [
        (("Alarm policy", "Alarm policy"), True),
        (("Alarm policy", "Alarm policy (draft)"), True),
        (("Alarm policy", "Doors"), False),
        (("Alarm policy 2025", "Alarm policy 2026"), False),
    ],
)
def test_files_of_one_title_speak_of_one_thing(
    titles: tuple[str, str], told: bool
) -> None:
    assert contradict(*SHORT, titles) is told


def test_commands_state_nothing() -> None:
    assert not statements("a.md", "Resetting", "`heron reset --delay 30`")


def test_a_file_does_not_contradict_itself() -> None:
    said = statements("a.md", "Alarm policy", " ".join(SHORT))
    assert len(said) == 2
    assert not list(contradictions(said, said))
