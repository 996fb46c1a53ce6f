"""Which words are quoted: to back a text, or in place of words that changed."""

import pytest

from ragtui_core import Vault
from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.quote_selection import quote_hit, relocated
from ragtui_core.citations.recheck import Rechecked
from ragtui_core.citations.selected_text import Selection
from ragtui_core.errors import DocumentNotFound
from ragtui_core.types import Document, Lines, Span
from support.notes import parse
from support.vaults import IndexVault, MakeVault

NOTE = """\
# Pump 🚰

The *pump* moves water. It is blue.

## Service

- Its impeller is changed every second winter.
- Grease it twice.
"""


def saved(quote: str) -> SavedCitation:
    return SavedCitation(
        2, "pump.md", ("Old",), Lines(9, 9), quote, quotation_digest(quote)
    )


def checked(quote: str, document: Document | None = None) -> Rechecked:
    """A saved quotation, located in a document that has it."""
    found = None
    if document:
        start = document.text.index(quote)
        found = Span(start, start + len(quote))
    verdict = Verdict.EXACT if found else Verdict.STALE
    lines = Lines(3, 3) if found else None
    return Rechecked(saved(quote), Span(0, 1), verdict, "pump.md", found, lines)


@pytest.mark.parametrize(
    ("about", "quote"),
    [
        ("what colour is it, blue?", "It is blue."),
        ("impeller winter", "Its impeller is changed every second winter."),
        ("grease", "Grease it twice."),
    ],
)
def test_the_passage_that_says_most_of_a_text_is_quoted(
    index_vault: IndexVault, about: str, quote: str
) -> None:
    vault = index_vault({"pump.md": NOTE})
    (hit, *_) = vault.search(about).hits
    citation = quote_hit(hit, vault.documents.read("pump.md"), about)
    assert quote in citation.quote
    assert citation.span.of(vault.documents.text("pump.md")) == citation.quote
    assert citation.verdict is Verdict.EXACT


def test_a_note_of_headings_alone_is_quoted_by_them(index_vault: IndexVault) -> None:
    vault = index_vault({"pump.md": "# Pump\n\n## Impeller\n"})
    (hit, *_) = vault.search("impeller").hits
    assert (
        "Impeller" in quote_hit(hit, vault.documents.read("pump.md"), "impeller").quote
    )


def test_what_moved_keeps_its_words_and_number() -> None:
    document = parse(NOTE)
    found = relocated(checked("Grease it twice.", document), document)
    assert found
    assert (found.number, found.quote) == (2, "Grease it twice.")
    assert found.heading_path == ("Pump 🚰", "Service")
    assert found.lines == Lines(8, 8)
    assert found.intact


def test_words_that_changed_are_quoted_as_they_are_now() -> None:
    found = relocated(
        checked("Its impeller is changed every third winter."), parse(NOTE)
    )
    assert found
    assert "every second winter." in found.quote
    assert found.heading_path == ("Pump 🚰", "Service")
    assert found.lines == Lines(7, 7)
    assert found.intact


SHOWN = """\
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
    return make_vault({"pump.md": SHOWN})


def quote(vault: Vault, text: str, lines: Lines, about: str = "") -> str:
    citation = vault.quotations.quote(Selection(text, "pump.md", lines), about)
    assert citation.verdict.verified
    assert citation.span.of(SHOWN) == citation.quote
    return citation.quote


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        (
            "Its impeller is changed every second winter.",
            "",
            "Its **impeller** is changed every\nsecond winter.",
        ),
        ("", "spring oil", "Oil it in spring."),
        ("pump", "", "The pump is old."),  # It proves nothing: its sentence is quoted.
        ("", "", SHOWN[SHOWN.index("The pump") : SHOWN.index("\n\n- [ ]")]),
    ],
)
def test_a_selection_is_quoted_as_it_is_written_or_its_sentence_or_lines(
    vault: Vault, text: str, about: str, words: str
) -> None:
    assert quote(vault, text, Lines(3, 4), about) == words


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
