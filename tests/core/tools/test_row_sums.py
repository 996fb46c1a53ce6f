"""Numbers of rows are added up for each unit."""

import json
from pathlib import Path

import pytest

from ragtui_core import SearchOptions, Vault
from ragtui_core.errors import RagtuiError
from ragtui_core.tools.vault_tools import vault_tools
from support.rows import Reader, rows_test
from support.vaults import vault_fixture

FILES: dict[str, str | bytes] = {
    "trip.md": (
        "# Trip\n\n| what | Cost | note |\n|---|---|---|\n"
        "| train | 1,250 € | both ways |\n| hotel | 312.50 € | |\n"
        "| taxi | 18 $ | |\n| total | 1,562.50 € | |\n"
    ),
    "week/1.md": "---\nhours: 3\n---\n# Monday\n\nGarden.\n",
    "week/2.md": "# Tuesday\n\nGarden.\n\n- hours: 2.5\n- hours: none\n",
    "plain.md": "# Plain\n\n| n | big |\n|---|---|\n| a | 1,234 |\n| b | 2,000 |\n",
}


vault = vault_fixture(FILES)


def sums(vault: Vault, **arguments: object) -> str:
    (tool,) = (t for t in vault_tools(vault, SearchOptions()) if t.name == "sum_rows")
    return tool.result(arguments).text


@pytest.fixture
def first_line(vault: Vault) -> Reader:
    """The first line of a result, or the error."""

    def reader(row: str) -> str:
        try:
            return sums(vault, **json.loads(row)).splitlines()[0]
        except RagtuiError as error:
            return str(error)

    return reader


READERS: dict[str, Reader | str] = {
    "the sum of the rows of each unit": "first_line",
    "what is missing is said": "first_line",
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)


def test_rows_have_their_places(vault: Vault) -> None:
    lines = sums(vault, column="cost", path="trip.md", where="taxi").splitlines()
    assert lines[1:] == ["trip.md:7 | taxi | 18 $ | |"]
