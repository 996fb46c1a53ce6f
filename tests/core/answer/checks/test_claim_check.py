"""False claims beside a true citation get a remark, and true ones none."""

import re

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core.answer.checks.cited_passages import CitedPassage, cited_passage
from ragtui_core.answer.checks.claim_check import ClaimChecker
from ragtui_core.documents.parser import parse_document
from ragtui_core.types import Span


def cited(note: str, quote: str = "", path: str = "notes/heron.md") -> CitedPassage:
    """The passage of a note that has the quotation; its last line without one."""
    document = parse_document(path, note.encode())
    quote = quote or note.strip().splitlines()[-1]
    start = document.text.index(quote)
    return cited_passage(document, Span(start, start + len(quote)))


def remark(claim: str, *passages: CitedPassage, question: str = "") -> str:
    return ClaimChecker(question, [], []).remark(claim, passages)


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
    ("PX-300", "PX 300"),
    ("rev5", "revision 5"),
    ("half of it", "50% of it"),
    ("a dozen probes", "12 probes"),
    ("Lindow's loft", "the loft of Lindow"),
    ("12:00", "noon"),
    ("12 noon", "midday"),
    ("0:00", "midnight"),
    ("24:00", "midnight"),
    ("5 mg/L", "5 mg per litre"),
    ("3 days a week", "3 days per week"),
    ("10 kilohm", "10 k\u03a9"),
    ("type 1 cells", "cells of the type"),
    ("the nuclear factor B cells", "the NFB cells"),
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
        ("Order the PX-200.", "Order the PX-300.", "PX-300"),
        ("Take vitamin B6.", "Take vitamin B12.", "B12"),
        ("We asked Anna Berg.", "We asked Bruno Berg.", "Bruno"),
        ("Anna leads the loft in Lindow.", "Bruno leads the loft in Lindow.", "Bruno"),
        ("Store it at 5 \u00b0C.", "Store it at 5 \u00b0F.", "5 \u00b0F"),
        ("Keep 10 MB free.", "Keep 10 GB free.", "10 GB"),
        ("Use 10 \u03a9 there.", "Use 10 k\u03a9 there.", "10 k\u03a9"),
        ("It closes at noon.", "It closes at midnight.", "midnight"),
        ("Anything of class 9 closes.", "Anything of class 12 closes.", "12"),
        ("Ask NASA about a probe.", "Ask ESA about a probe.", "ESA"),
        ("Es dauert sechs Monate.", "Es dauert zwei Monate.", "zwei Monate"),
        ("Il co\u00fbte 12 euros.", "Il co\u00fbte 13 euros.", "13 euros"),
        ("Cuesta doce euros.", "Cuesta trece euros.", "trece euros"),
        ("Costa dodici euro.", "Costa undici euro.", "undici euro"),
        ("Custa cinco euros.", "Custa sete euros.", "sete euros"),
        ("Het duurt vijf dagen.", "Het duurt zes dagen.", "zes dagen"),
    ],
)
def test_a_fact_that_the_passage_lacks_is_named(
    passage: str, claim: str, missing: str
) -> None:
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


def test_the_question_and_other_passages_of_the_sentence_support_it() -> None:
    first, second = cited("It costs 5 euros."), cited("It weighs 7 kg.")
    claim = "It costs 5 euros and weighs 7 kg after 3 years."
    asked = "And after 3 years?"
    assert remark(claim, first, second, question=asked) == ""
    assert remark(claim, first, second) == "3 years: not in the passages"
    assert remark(claim, first, question=asked) == "7 kg: not in the passage"


def test_names_of_sources_and_labels_are_no_claims() -> None:
    checker = ClaimChecker("", ["policies/returns-2025.md", "Returns 2025"], [])
    claim = "**Battery Life:** as Returns 2025 says, it is good."
    assert checker.remark(claim, [cited("It is good.")]) == ""


PEOPLE = """# TWI-405

**Date:** 12 March 2026

Bethan leads the loft.

The TWI-405 costs 5 euros.

## Names

The TWI-405 is also called Grebe. Bethan Prys is the head, Anna Berg helps.
"""


@pytest.mark.parametrize(
    ("claim", "quote", "missing"),
    [
        ("The Grebe costs 5 euros.", "The TWI-405 costs 5 euros.", ""),
        ("Bethan Prys leads the loft.", "Bethan leads the loft.", ""),
        ("As of 12 March 2026 Bethan leads the loft.", "Bethan leads the loft.", ""),
        ("On 13 March 2026 he leads it.", "Bethan leads the loft.", "13 March 2026"),
        ("Lindow Prys leads the loft.", "Bethan leads the loft.", "Lindow"),
        ("Tom Berg is the head.", "Bethan Prys is the head", "Tom"),
        ("Anna leads the loft.", "Bethan leads the loft.", "Anna"),
    ],
)
def test_a_name_elsewhere_in_the_document_counts_only_in_place_of_another(
    claim: str, quote: str, missing: str
) -> None:
    checker = ClaimChecker("", [], [PEOPLE, "We met Tom and Lindow there."])
    told = checker.remark(claim, [cited(PEOPLE, quote)])
    assert told == (f"{missing}: not in the passage" if missing else "")


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
_NAMES = st.sampled_from(["Brannigan", "Castellane", "Vreeland", "Oduya"])


@given(_NUMBERS, _NUMBERS, _UNITS, _UNITS)
def test_another_number_or_unit_is_always_remarked(
    number: int, other: int, unit: str, other_unit: str
) -> None:
    passage = f"The Heron of the loft takes {number} {unit} at most."
    assert about(passage, passage) == ""
    assume(number != other)
    changed = passage.replace(str(number), str(other))
    assert f"{other} {unit}" in about(changed, passage)
    assume(unit != other_unit)
    changed = passage.replace(unit, other_unit)
    assert f"{number} {other_unit}" in about(changed, passage)


@given(st.dates(), st.dates(), _NAMES, _NAMES)
def test_another_day_or_name_is_always_remarked(
    day: object, other: object, name: str, other_name: str
) -> None:
    passage = f"On {day} we met Anna {name} in the loft."
    spelled = f"On {day:%d %B %Y} we met Anna {name} in the loft."
    assert about(passage, passage) == about(spelled, passage) == ""
    assume(day != other)
    assert "not in the passage" in about(passage.replace(f"{day}", f"{other}"), passage)
    assume(name != other_name)
    told = about(passage.replace(name, other_name), passage)
    assert told == f"{other_name}: not in the passage"


@given(_NUMBERS, _UNITS, st.integers(0, 3))
def test_a_fact_around_a_passage_is_never_remarked(
    number: int, unit: str, place: int
) -> None:
    fact = f"{number} {unit}"
    notes = (
        f"# After {fact}\n\nThe foil of the Heron is changed.",
        f"---\ntitle: After {fact}\n---\n\nThe foil of the Heron is changed.",
        f"| part | after {fact} |\n|---|---|\n| foil of the Heron | changed |",
        f"After {fact}:\n\n- The foil of the Heron is changed.",
    )
    claim = f"After {fact}, the foil of the Heron is changed."
    assert remark(claim, cited(notes[place])) == ""


# --- denials ---

_DENIED = [
    ("The pump must not be opened while hot.", "The pump must be opened while hot."),
    ("The pump can be opened.", "The pump cannot be opened."),
    ("The Heron ships without a cap.", "The Heron ships with a cap."),
    ("No notice is required.", "Notice is required."),
    ("Opening it while hot is forbidden.", "Opening it while hot is allowed."),
    ("Close the lid before starting it.", "Close the lid after starting it."),
    ("Always close the lid at night.", "Never close the lid at night."),
    ("Sales increased in the north.", "Sales decreased in the north."),
    ("The heater is switched on at night.", "The heater is switched off at night."),
    ("Turn the heater on at night.", "Turn the heater off at night."),
    ("The option is enabled here.", "The option is disabled here."),
    ("Use at least 5 bar there.", "Use at most 5 bar there."),
    ("It needs more than 5 bar.", "It needs less than 5 bar."),
    ("The Heron is safe for children.", "The Heron is unsafe for children."),
    ("None of the pumps leaks there.", "The pumps leak there."),
    ("The board did not approve the plan.", "The board approved the plan."),
    ("You need not open the tank.", "You need to open the tank."),
    ("You can move the loft.", "You can not move the loft."),
    ("Das Ger\u00e4t darf nicht ge\u00f6ffnet werden.",
     "Das Ger\u00e4t darf ge\u00f6ffnet werden."),
    ("\u00d6ffnen Sie die Pumpe nicht.", "\u00d6ffnen Sie die Pumpe."),
    ("Le filtre n'est pas lavable.", "Le filtre est lavable."),
    ("El filtro no se puede lavar.", "El filtro se puede lavar."),
    ("Il filtro non si pu\u00f2 lavare.", "Il filtro si pu\u00f2 lavare."),
    ("O filtro n\u00e3o pode ser lavado.", "O filtro pode ser lavado."),
    ("Het filter mag niet gewassen worden.", "Het filter mag gewassen worden."),
    ("Das Rauchen ist hier erlaubt.", "Das Rauchen ist hier verboten."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("passage", "claim"), _DENIED + [(claim, passage) for passage, claim in _DENIED]
)
def test_a_denial_is_remarked_in_both_directions(passage: str, claim: str) -> None:
    assert about(claim, passage).startswith("the passage says: ")
    assert about(passage, passage) == ""


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("The pump must not be opened while hot.", "Do not open the pump when hot."),
        (
            "The pump must not be opened while hot.",
            "Opening the hot pump is forbidden.",
        ),
        ("Opening it hot is forbidden.", "Opening it hot is not allowed."),
        ("No notice is required.", "It isn't required to give notice."),
        ("Use no more than 5 bar.", "Use at most 5 bar."),
        ("The Heron is unsafe for children.", "The Heron is not safe for children."),
        ("The Heron is no longer made.", "The Heron is not made any longer."),
        ("It not only measures but also logs.", "It measures and logs."),
        ("Open it, but do not shake it.", "Open it."),
        ("Sales rose while costs fell.", "Costs fell and sales rose."),
        ("Do not open it before starting.", "Open it only after starting."),
        ("The tank, which is not small, leaks.", "The tank leaks."),
    ],
)
def test_the_same_in_other_words_is_no_denial(passage: str, claim: str) -> None:
    assert about(claim, passage) == ""


def test_a_cell_is_read_with_the_head_of_its_column() -> None:
    table = "| part | washable |\n|---|---|\n| filter | no |\n| cover | yes |\n"
    row = cited(table, "| filter | no |")
    assert remark("The filter is washable.", row).startswith("the passage says: ")
    assert remark("The filter is not washable.", row) == ""
    assert remark("The cover is washable.", cited(table, "| cover | yes |")) == ""
    assert remark("| no | filter |", row) == ""


def test_a_cell_and_its_head_are_no_date() -> None:
    table = "| part | January | who |\n|---|---|---|\n| foil | 30 | [[a\\|Anna]] |\n"
    row = cited(table, "| foil | 30 |")
    assert remark("Of the foil there are 30 in January, says Anna.", row) == ""
    assert remark("Of the foil there are 31.", row) == "31: not in the passage"


def test_a_remark_is_one_line_without_markup_and_marks() -> None:
    passage = "Do *not* open `the | pump` [1]\u2713 <b>while</b> hot."
    told = about("Do open the pump while hot.", passage)
    assert told.startswith("the passage says: Do not open the pump")
    assert not re.search(r"[\[\]|`*<>\u2713\n]", told)


def test_facts_without_citations_are_listed_once() -> None:
    checker = ClaimChecker("", [], [])
    passages = [cited("It costs 5 euros.")]
    told = checker.unsupported(
        ["It costs 5 euros.", "Or 7 euros.", "7 euros"], passages
    )
    assert told == ["7 euros"]
