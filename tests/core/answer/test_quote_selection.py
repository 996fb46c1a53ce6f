"""What a user selects or reads becomes a citation that verifies."""

import pytest

from ragtui_core import Vault
from ragtui_core.citations.selected_text import Selection
from ragtui_core.errors import DocumentNotFound
from ragtui_core.types import Lines
from support.vaults import MakeVault

NOTE = """\
# Pump

The pump is old. Its **impeller** is changed every
second winter. Oil it in spring.

- [ ] grease the [seal](seal.md)

| part | age |
|---|---|
| seal | 3 |
"""


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    return make_vault({"pump.md": NOTE, "empty.md": "---\ntitle: x\n---\n"})


def quote(vault: Vault, text: str, lines: Lines, about: str = "") -> str:
    citation = vault.quotations.quote(Selection(text, "pump.md", lines), about)
    assert citation.verdict.verified
    assert citation.span.of(NOTE) == citation.quote
    return citation.quote


def test_words_as_they_are_shown_are_found_as_they_are_written(vault: Vault) -> None:
    shown = "Its impeller is changed every second winter."
    assert quote(vault, shown, Lines(3, 4)) == (
        "Its **impeller** is changed every\nsecond winter."
    )


def test_without_words_the_sentence_that_it_is_about_is_quoted(vault: Vault) -> None:
    assert quote(vault, "", Lines(3, 4), "spring oil") == "Oil it in spring."


def test_without_anything_all_of_the_lines_are_quoted(vault: Vault) -> None:
    quoted = quote(vault, "", Lines(3, 4))
    assert quoted.startswith("The pump is old.")
    assert quoted.endswith("Oil it in spring.")


def test_words_that_prove_nothing_become_a_sentence(vault: Vault) -> None:
    assert quote(vault, "pump", Lines(3, 4)) == "The pump is old."


def test_the_heading_path_and_lines_are_shown(vault: Vault) -> None:
    selection = Selection("", "pump.md", Lines(10, 10))
    citation = vault.quotations.quote(selection)
    assert citation.heading_path == ("Pump",)
    assert citation.lines == Lines(10, 10)
    assert citation.quote == "| seal | 3 |"


def test_nothing_to_quote_is_reported(vault: Vault) -> None:
    with pytest.raises(DocumentNotFound, match="line 90 has no text to quote"):
        vault.quotations.quote(Selection("", "pump.md", Lines(90, 90)))
    with pytest.raises(DocumentNotFound):
        vault.quotations.quote(Selection("", "gone.md", Lines(1, 1)))
