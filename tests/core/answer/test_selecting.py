"""What a selected text is searched for, and which hits are the text itself."""

import pytest

from ragtui_core.answer.inquiry import Selection
from ragtui_core.answer.selecting import query_of, without_selection
from ragtui_core.model import Lines
from ragtui_core.vault import Vault
from support.vaults import MakeVault


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The **impeller** hums", "The impeller hums"),
        ('Call -now "then" tag:x', "Call now then tag x"),
        ("a well-known two-part name", "a well-known two-part name"),
        ("See [the pump](pump.md#a) and [[hose|it]].", "See the pump and it."),
        ("# Head\n\n- item one\n- item two", "Head item one item two"),
        ("  \n ", ""),
        ("東京 😀 é", "東京 😀 é"),
    ],
)
def test_a_text_is_searched_for_by_its_words(text: str, query: str) -> None:
    assert query_of(text) == query


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    notes = "# A\n\nThe impeller hums.\n\n# B\n\nThe impeller is changed.\n"
    made = make_vault({"a.md": notes, "b.md": "# C\n\nAn impeller hums loudly.\n"})
    made.index(embed=False)
    return made


@pytest.mark.parametrize(
    ("path", "lines", "left"),
    [
        ("a.md", Lines(3, 3), {("b.md", 1)}),
        ("a.md", Lines(20, 21), {("a.md", 1), ("b.md", 1)}),
        ("b.md", Lines(3, 3), {("a.md", 1)}),
        ("c.md", Lines(3, 3), {("a.md", 1), ("b.md", 1)}),
        ("a.md", None, {("a.md", 1), ("b.md", 1)}),
    ],
)
def test_only_the_selected_lines_are_left_out(
    vault: Vault, path: str, lines: Lines | None, left: set[tuple[str, int]]
) -> None:
    result = vault.search("impeller hums")
    found = without_selection(result, Selection("The impeller hums.", path, lines))
    assert {(hit.path, hit.lines.first) for hit in found.hits} == left
    assert [hit.rank for hit in found.hits] == list(range(1, len(left) + 1))
    assert len(result.hits) == 2
