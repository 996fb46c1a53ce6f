"""Quotations of a text that ragtui did not write are found, and get a verdict."""

from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.citations.quoting.quoted_text import quotes_of
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.citations.selected_text import Selection
from ragtui_core.types import Lines
from support.rows import Reader, rows_test
from support.vaults import vault_fixture

FILES: dict[str, str | bytes] = {
    "pumps/curlew.md": (
        "# Curlew\n\nThe Curlew is recalibrated every **ninety** days.\n"
    ),
    "pumps/teal.md": "# Teal\n\nThe Teal runs for four years without service.\n",
    "old/Grey Teal.md": "# Old\n\nA grey probe is loud at night.\n",
    ".secret.md": "# Secret\n\nThe password of the pump is swordfish.\n",
}


vault = vault_fixture(FILES)


CURLEW = "recalibrated every ninety days"


@pytest.fixture
def judged(vault: Vault) -> Reader:
    """The verdict on the quotation of a text, its file and its line."""

    def reader(text: str) -> str:
        (found,) = vault.quotations.verify_all(text)
        line = f"line {found.lines.first}" if found.lines else ""
        return " ¦ ".join(filter(None, (found.verdict, found.path, line)))

    return reader


test_rows = rows_test(
    Path(__file__).with_name("quoted.txt"), {"each quotation gets a verdict": "judged"}
)


def test_saved_citations_are_checked_once_and_in_order(vault: Vault) -> None:
    passage = Selection("", "pumps/teal.md", Lines(3, 3))
    saved = write_citation(vault.quotations.quote(passage))
    text = f'"{CURLEW}"\n\n{saved}\n\n> {CURLEW}\n'
    checked = vault.quotations.verify_all(text)
    assert [each.path for each in checked] == [
        "pumps/curlew.md",
        "pumps/teal.md",
        "pumps/curlew.md",
    ]
    assert all(each.verdict.verified for each in checked)
    assert [each.saved.intact for each in checked] == [True] * 3


@pytest.mark.parametrize(
    "piece", ['"', "> ", "a.md ", '"a ', "\u201c", "\u201ea\u201c", "<a", "a" * 99]
)
def test_a_text_of_one_thing_only_is_read_in_linear_time(piece: str) -> None:
    """A quadratic pattern would take minutes."""
    assert [q for q in quotes_of(piece * 20_000) if q.source] == []
