"""What extracts quote and say: the questions of the files in `cases`."""

from pathlib import Path

import pytest

from support.answer_cases import AnswerCases, answer_cases
from support.extensions import needs_files


def marks(cases: AnswerCases) -> list[pytest.MarkDecorator]:
    is_text = {Path(name).suffix for name in cases.notes} <= {".md", ".txt"}
    return [] if is_text else [needs_files]


CASES = [
    pytest.param(cases, id=cases.fact, marks=marks(cases))
    for cases in answer_cases(Path(__file__).parent / "cases")
]


@pytest.mark.parametrize("cases", CASES)
def test_extracts_are_what_they_should_be(cases: AnswerCases, tmp_path: Path) -> None:
    with cases.opened(tmp_path) as vault:
        misses, number = cases.misses(vault)
    assert len(misses) <= (1 - cases.floor) * number, "\n".join(misses)
