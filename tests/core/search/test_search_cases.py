"""What lines find: the searches of the files in `cases`."""

from pathlib import Path

import pytest

from support.extensions import needs_files
from support.search_cases import VaultCases, vault_cases


def marks(cases: VaultCases) -> list[pytest.MarkDecorator]:
    is_text = {Path(name).suffix for name in cases.notes} <= {".md", ".txt"}
    return [] if is_text else [needs_files]


CASES = [
    pytest.param(cases, id=cases.fact, marks=marks(cases))
    for cases in vault_cases(Path(__file__).parent / "cases")
]


@pytest.mark.parametrize("cases", CASES)
def test_lines_find_what_they_should(cases: VaultCases, tmp_path: Path) -> None:
    with cases.opened(tmp_path) as vault:
        misses, number = cases.misses(vault)
    assert len(misses) <= (1 - cases.floor) * number, "\n".join(misses)
