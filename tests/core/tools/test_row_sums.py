"""Numbers of rows are added up for each unit."""

import pytest

from ragtui_core import SearchOptions, Vault
from ragtui_core.errors import DocumentNotFound
from ragtui_core.tools.request_option import RequestError
from ragtui_core.tools.vault_tools import vault_tools
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


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (
            {"column": "cost", "path": "trip.md", "where": "-total"},
            "Sum of 3 rows with a number in “cost”: 1,562.5 €; 18 $.",
        ),
        (
            {"column": "Cost", "path": "trip", "where": "train"},
            "Sum of 1 row with a number in “Cost”: 1,250 €.",
        ),
        (
            {"column": "hours", "query": "garden"},
            "Sum of 2 rows with a number in “hours”: 5.5.",
        ),
        (
            {"column": "hours", "folder": "week"},
            "Sum of 2 rows with a number in “hours”: 5.5.",
        ),
        (
            {"column": "big", "path": "plain.md"},
            "Sum of 2 rows with a number in “big”: 3,234.",
        ),
        (
            {"column": "cost", "path": "trip.md", "where": "ferry"},
            "Sum of 0 rows with a number in “cost”: 0.",
        ),
    ],
)
def test_the_sum_and_its_rows(
    vault: Vault, arguments: dict[str, object], first: str
) -> None:
    assert sums(vault, **arguments).splitlines()[0] == first


def test_rows_have_their_places(vault: Vault) -> None:
    lines = sums(vault, column="cost", path="trip.md", where="taxi").splitlines()
    assert lines[1:] == ["trip.md:7 | taxi | 18 $ | |"]


def test_a_column_without_numbers_is_an_error_that_names_the_columns(
    vault: Vault,
) -> None:
    with pytest.raises(RequestError, match="in “price”; columns: what, Cost, note"):
        sums(vault, column="price", path="trip.md")


def test_what_is_missing_is_said(vault: Vault) -> None:
    with pytest.raises(RequestError, match="`path` is missing"):
        sums(vault, column="cost")
    with pytest.raises(DocumentNotFound):
        sums(vault, column="cost", path="none.md")
