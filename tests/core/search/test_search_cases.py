"""What lines find: the searches of the files in `cases`."""

from pathlib import Path

import pytest

from support.search_cases import VaultCases, vault_cases

CASES = vault_cases(Path(__file__).parent / "cases")


@pytest.mark.parametrize("cases", CASES, ids=lambda cases: cases.fact)
def test_lines_find_what_they_should(cases: VaultCases, tmp_path: Path) -> None:
    with cases.opened(tmp_path) as vault:
        misses, number = cases.misses(vault)
    assert len(misses) <= (1 - cases.floor) * number, "\n".join(misses)
