"""Unsupported numbers and names are reported; supported ones are not."""

import pytest

from ragtui_core.answer.checks.unsupported_claims import (
    MAX_LISTED,
    notice_of,
    unsupported,
)


@pytest.mark.parametrize(
    ("answer", "evidence", "missing"),
    [
        ("The seal costs 13 euros [1].", "seal: 12 euros", ["13"]),
        ("It is due on 2026-03-10.", "due on 2026-03-01", ["2026-03-10"]),
        ("Use 1.5 bar.", "15 bar", ["1.5"]),
        ("Use 12 bar.", "112 bar, 1 and 2", ["12"]),
        ("Use 31ml of it.", "30 ml", ["31"]),
        ("Order PX-300, not PX-200.", "PX-200", ["PX-300"]),
        ("Take vitamin B12.", "B6", ["B12"]),
        ("At last we asked Bob.", "We asked Anna.", ["Bob"]),
    ],
)
def test_claims_without_a_passage_are_reported(
    answer: str, evidence: str, missing: list[str]
) -> None:
    assert unsupported(answer, [evidence]) == missing


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("It is blue [1] and old [2, 13].", "blue, old"),
        ("1. Open it\n2) Close it\n - 3. x\n**4.** y\n## 5. z\n> 6. q", ""),
        ("It costs 1,250.50 euros.", "1250.50"),
        ("It costs 1250 euros.", "1,250"),
        ("Some 1250000 or 1,250,000 people.", "1\u202f250\u202f000"),
        ("Some 10 000 people.", "10,000"),
        ("It takes 30ml, on the 5th, as in the 1990s.", "30 ml, 5, 1990"),
        ("It takes 0.5 l.", "0.5l"),
        ("It takes 007 and 3.", "7 and three"),
        ("So I'm told that Anna's boat leaks.", "Anna has a boat"),
        ("On 1 March it leaked.", "2026-03-01: Leaked."),
        ("Das Boot hat ein Leck, und der Kapit\u00e4n kennt die Pumpe.", ""),
    ],
)
def test_a_correct_statement_raises_no_notice(answer: str, evidence: str) -> None:
    assert unsupported(answer, [evidence]) == []


def test_the_notice_names_a_few() -> None:
    assert notice_of(["13"]).startswith("13 is in no cited passage")
    many = [str(number) for number in range(MAX_LISTED + 2)]
    assert notice_of(many).startswith("0, 1, 2, 3, 4 and 2 more are in no")
