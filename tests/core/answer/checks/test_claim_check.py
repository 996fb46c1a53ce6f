"""False claims beside a true citation get a remark, and true ones none."""

from datetime import date

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


def test_a_cell_and_its_head_are_no_date() -> None:
    table = "| part | January | who |\n|---|---|---|\n| foil | 30 | [[a\\|Anna]] |\n"
    row = cited(table, "| foil | 30 |")
    assert remark("Of the foil there are 30 in January, says Anna.", row) == ""
    assert remark("Of the foil there are 31.", row) == "31: not in the passage"
