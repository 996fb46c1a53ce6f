"""False claims beside a true citation get a remark, and true ones none."""

from datetime import date

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core.answer.checks.cited_passages import cited_passage
from ragtui_core.answer.checks.claim_check import ClaimChecker
from ragtui_core.citations.shown.folding import fold
from ragtui_core.documents.parser import parse_document
from ragtui_core.types import Span


def cited(note: str, quote: str = "", path: str = "notes/heron.md") -> tuple[str, ...]:
    """The passage of a note that has the quotation; its last line without one."""
    document = parse_document(path, note.encode())
    quote = quote or note.strip().splitlines()[-1]
    start = document.text.index(quote)
    return cited_passage(document, Span(start, start + len(quote)))


def remark(claim: str, *passages: tuple[str, ...]) -> str:
    return ClaimChecker([]).remark(claim, passages)


def about(claim: str, passage: str) -> str:
    """The remark on a claim about a note of one passage."""
    return remark(claim, cited(passage))


# --- facts ---

_SAME = [
    ("6 months", "six months"),
    ("1,000 files", "1000 files"),
    ("1.000 files", "1,000 files"),
    ("1 000 files", "1000 files"),
    ("2 weeks", "14 days"),
    ("1 year", "12 months"),
    ("a year", "one year"),
    ("30ml", "30 ml"),
    ("0.5 kg", "500 g"),
    ("20 \u00b0C", "20 degrees Celsius"),
    ("20 \u00b0C", "twenty degrees"),
    ("12 %", "12 per cent"),
    ("12%", "twelve percent"),
    ("5 May 2026", "2026-05-05"),
    ("May 5, 2026", "5.5.2026"),
    ("the 5th of May", "5 May"),
    ("3\u20135 May", "from 3 May to 5 May"),
    ("9:30 pm", "21:30"),
    ("$1.5 million", "1,500,000 dollars"),
    ("\u20ac1,250.50", "1250.50 euros"),
    ("5\u201310 days", "from 5 to 10 days"),
    ("-5 \u00b0C", "minus 5 degrees"),
    ("rev5", "revision 5"),
    ("half of it", "50% of it"),
    ("a dozen probes", "12 probes"),
    ("12:00", "noon"),
    ("12 noon", "midday"),
    ("0:00", "midnight"),
    ("24:00", "midnight"),
    ("5 mg/L", "5 mg per litre"),
    ("3 days a week", "3 days per week"),
    ("10 kilohm", "10 k\u03a9"),
    ("type 1 cells", "cells of the type"),
]


@pytest.mark.parametrize(("passage", "claim"), _SAME + [(b, a) for a, b in _SAME[:20]])
def test_any_spelling_of_a_fact_is_the_same(passage: str, claim: str) -> None:
    assert about(f"It says {claim} there.", f"In it, {passage} was said.") == ""


@pytest.mark.parametrize(
    ("passage", "claim", "missing"),
    [
        ("The probe lasts 6 months.", "The probe lasts 12 months.", "12 months"),
        ("The probe lasts six months.", "The probe lasts six years.", "six years"),
        ("The seal costs 12 euros.", "The seal costs 12 dollars.", "12 dollars"),
        ("Use 1.5 bar.", "Use 15 bar.", "15 bar"),
        ("It is due on 2026-03-01.", "It is due on 10 March 2026.", "10 March 2026"),
        ("It is due on 1 March.", "It is due on 1 April.", "1 April"),
        ("It opens at 9:00.", "It opens at 8:30.", "8:30"),
        ("Store it at 5 \u00b0C.", "Store it at 5 \u00b0F.", "5 \u00b0F"),
        ("Keep 10 MB free.", "Keep 10 GB free.", "10 GB"),
        ("Use 10 \u03a9 there.", "Use 10 k\u03a9 there.", "10 k\u03a9"),
        ("It closes at noon.", "It closes at midnight.", "midnight"),
        ("Anything of class 9 closes.", "Anything of class 12 closes.", "12"),
        ("Es dauert sechs Monate.", "Es dauert zwei Monate.", "zwei Monate"),
        ("Il co\u00fbte 12 euros.", "Il co\u00fbte 13 euros.", "13 euros"),
        ("Cuesta doce euros.", "Cuesta trece euros.", "trece euros"),
        ("Costa dodici euro.", "Costa undici euro.", "undici euro"),
        ("Custa cinco euros.", "Custa sete euros.", "sete euros"),
        ("Het duurt vijf dagen.", "Het duurt zes dagen.", "zes dagen"),
    ],
)
def test_a_fact_that_it_lacks_is_named(passage: str, claim: str, missing: str) -> None:
    assert about(claim, passage) == f"{missing}: not in the passage"


NOTE = """---
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


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("In 2026 the SP-2207 costs 34 euros.", "| SP-2207 | 34 |"),
        ("The Heron rev5 has a foil.", "the foil"),
        ("For 24 months the foil of Lindow is covered.", "the foil"),
        ("As of 9 March 2026 there is a foil.", "the foil"),
        ("The heron.md file names a foil.", "the foil"),
    ],
)
def test_what_is_around_a_passage_supports_a_claim(claim: str, quote: str) -> None:
    assert remark(claim, cited(NOTE, quote)) == ""


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("The SP-2207 costs 41 euros.", "41 euros"),
        ("The SP-2207 costs 34 dollars.", "34 dollars"),
        ("In 2025 the SP-2207 costs 34 euros.", "2025"),
    ],
)
def test_another_row_does_not(claim: str, missing: str) -> None:
    told = remark(claim, cited(NOTE, "| SP-2207 | 34 |"))
    assert told == f"{missing}: not in the passage"


def test_other_passages_of_the_sentence_support_it() -> None:
    first, second = cited("It costs 5 euros."), cited("It weighs 7 kg.")
    claim = "It costs 5 euros and weighs 7 kg after 3 years."
    assert remark(claim, first, second) == "3 years: not in the passages"
    assert remark(claim, first) == "7 kg, 3 years: not in the passage"


def test_names_of_sources_are_no_claims() -> None:
    checker = ClaimChecker(["policies/returns-2025.md", "Returns 2025"])
    claim = "As Returns 2025 says, it is good."
    assert checker.remark(claim, [cited("It is good.")]) == ""


@given(
    st.integers(2, 900),
    st.lists(st.sampled_from(["", "n", "\u00b5", "k"]), min_size=2, max_size=2),
    st.sampled_from(["g", "m"]),
    st.sampled_from(["", "/l", "/kg", " per day", "/s"]),
)
def test_another_prefix_of_a_unit_is_always_remarked(
    number: int, prefixes: list[str], unit: str, per: str
) -> None:
    passage, claim = (
        f"The tank takes {number} {prefix}{unit}{per} there." for prefix in prefixes
    )
    assert bool(about(claim, passage)) is (prefixes[0] != prefixes[1])


_NUMBERS = st.integers(2, 900)
_UNITS = st.sampled_from(["months", "kg", "euros", "\u00b0C", "ml", "%"])


@given(_NUMBERS, _NUMBERS, _UNITS, _UNITS)
def test_another_number_or_unit_is_always_remarked(
    number: int, other: int, unit: str, other_unit: str
) -> None:
    passage = f"The Heron of the loft takes {number} {unit} at most."
    assert about(passage, passage) == ""
    assume(number != other)
    changed = passage.replace(str(number), str(other))
    assert fold(f"{other} {unit}") in about(changed, passage)
    assume(unit != other_unit)
    changed = passage.replace(unit, other_unit)
    assert fold(f"{number} {other_unit}") in about(changed, passage)


_DATES = st.dates(date(1900, 1, 1), date(2199, 12, 31))


@given(_DATES, _DATES)
def test_another_day_is_always_remarked(day: date, other: date) -> None:
    passage = f"On {day} we met Anna in the loft."
    spelled = f"On {day:%d %B %Y} we met Anna in the loft."
    assert about(passage, passage) == about(spelled, passage) == ""
    assume(day != other)
    assert "not in the passage" in about(passage.replace(f"{day}", f"{other}"), passage)


@given(_NUMBERS, _UNITS, st.integers(0, 3))
def test_a_fact_around_a_passage_is_known(number: int, unit: str, place: int) -> None:
    fact = f"{number} {unit}"
    notes = (
        f"# After {fact}\n\nThe foil of the Heron is changed.",
        f"---\ntitle: After {fact}\n---\n\nThe foil of the Heron is changed.",
        f"| part | after {fact} |\n|---|---|\n| foil of the Heron | changed |",
        f"After {fact}:\n\n- The foil of the Heron is changed.",
    )
    claim = f"After {fact}, the foil of the Heron is changed."
    assert remark(claim, cited(notes[place])) == ""


def test_words_codes_and_bare_zeros_and_ones_are_not_judged() -> None:
    passage = "Anna may not order the PX-200."
    assert about("Bruno may order the PX-300 of type 1.", passage) == ""


def test_a_cell_and_its_head_are_no_date() -> None:
    table = "| part | January | who |\n|---|---|---|\n| foil | 30 | [[a\\|Anna]] |\n"
    row = cited(table, "| foil | 30 |")
    assert remark("Of the foil there are 30 in January, says Anna.", row) == ""
    assert remark("Of the foil there are 31.", row) == "31: not in the passage"
