"""Hover, definition, diagnostics and fixes of saved citations."""

from lsprotocol import types

from ragtui_core import Span, Vault
from ragtui_core.citations.comparing.placement import old_sentence_digest
from support.editor import Editor

QUOTE = "Its *impeller* is changed every second winter."


async def test_hover_shows_the_verdict_and_the_definition_is_the_quoted_words(
    editor: Editor, quoting: str
) -> None:
    editor.open("review.md", quoting)
    shown = await editor.hover("review.md", "Its *impeller*")
    assert shown
    card = await editor.card("review.md", "Its *impeller*")
    assert "✓ Verified" in card
    assert f"> {QUOTE}" in card
    assert "products/pump.md" in card
    assert "Pump 🚰 › Service" in card
    assert "line 7" in card
    assert shown.range
    assert editor.at("review.md", shown.range).startswith("> Its *impeller*")
    assert await editor.hover("review.md", "says:") is None
    found = await editor.definition("review.md", "— [1]")
    assert found
    assert found.uri == editor.uri("products/pump.md")
    assert editor.at("products/pump.md", found.range) == QUOTE


async def test_an_open_text_without_changes_is_what_the_file_says(
    editor: Editor, quoting: str, vault: Vault
) -> None:
    pump = vault.root / "products/pump.md"
    editor.open("review.md", quoting)
    editor.open("products/pump.md")
    pump.write_text("A line above.\n\n" + pump.read_text())
    found = await editor.definition("review.md", "— [1]")
    assert found
    assert editor.at("products/pump.md", found.range) == QUOTE
    pump.write_text(pump.read_text().replace("second winter", "third winter"))
    assert "≠ Stale" in await editor.card("review.md", "Its *impeller*")
    editor.change("products/pump.md", "# Pump 🚰", "# Pump 🚰\n\nA new line.")
    assert "✓ Verified" in await editor.card("review.md", "Its *impeller*")
    saved = types.DidSaveTextDocumentParams(editor.document("products/pump.md"))
    editor.client.text_document_did_save(saved)
    assert "≠ Stale" in await editor.card("review.md", "Its *impeller*")


async def test_an_altered_quotation_is_marked(editor: Editor, quoting: str) -> None:
    editor.open("review.md", quoting)
    assert await editor.diagnostics("review.md") == []
    editor.change("review.md", "second winter", "third winter")
    await editor.until(lambda: editor.client.diagnostics[editor.uri("review.md")])
    (found,) = await editor.diagnostics("review.md")
    assert found.source == "ragtui"
    assert found.code == "citation-altered"
    assert editor.at("review.md", found.range).startswith("> Its *impeller*")
    actions = await editor.actions("review.md", found.range, [found])
    assert not any(action.is_preferred for action in actions.values())


async def test_a_stale_citation_is_quoted_again_or_removed(
    editor: Editor, quoting: str, vault: Vault
) -> None:
    pump = vault.root / "products/pump.md"
    pump.write_text(pump.read_text().replace("second winter", "fourth winter"))
    editor.open("review.md", quoting)
    (found,) = await editor.diagnostics("review.md")
    assert found.code == "citation-stale"
    actions = await editor.actions("review.md", found.range, [found])
    assert list(actions)[:2] == [
        "Quote the current text of products/pump.md, line 7",
        "Remove the citation",
    ]
    assert not any(action.is_preferred for action in actions.values())
    fixed = _applied(editor, actions, 0)
    assert "every fourth winter." in fixed
    assert all(each.verdict.verified for each in vault.quotations.verify(fixed))
    assert vault.quotations.verify(_applied(editor, actions, 1)) == []


async def test_a_citation_of_an_earlier_version_is_renewed(
    editor: Editor, quoting: str, vault: Vault
) -> None:
    document = vault.documents.read("products/pump.md")
    start = document.text.index(QUOTE)
    beside = old_sentence_digest(document, Span(start, start + len(QUOTE)))
    editor.open("review.md", quoting.replace("`\n", f"-{beside}{12 * '0'}`\n"))
    (found,) = await editor.diagnostics("review.md")
    assert found.severity is types.DiagnosticSeverity.Hint
    assert "saved by an earlier version" in found.message
    actions = await editor.actions("review.md", found.range, [found])
    (checked,) = vault.quotations.verify(_applied(editor, actions, 0))
    assert checked.verdict.verified
    assert not checked.change


def _applied(editor: Editor, actions: dict[str, types.CodeAction], index: int) -> str:
    """The note after the edit of an action."""
    return editor.edited(list(actions.values())[index].edit)["review.md"]


async def test_the_note_that_cites_is_never_proposed_as_the_source(
    editor: Editor, quoting: str, vault: Vault
) -> None:
    for name in ("review.md", "other.md"):
        (vault.root / name).write_text(quoting)
    pump = vault.root / "products/pump.md"
    pump.rename(vault.root / "machine.md")
    vault.index(embed=False)
    editor.open("review.md", quoting)
    (found,) = await editor.diagnostics("review.md")
    assert found.code == "citation-elsewhere"
    assert "machine.md" in found.message
    assert "machine.md" in await editor.card("review.md", "Its *impeller*")
    place = await editor.definition("review.md", "Its *impeller*")
    assert place
    assert place.uri == editor.uri("machine.md")
    actions = await editor.actions("review.md", found.range, [found])
    assert next(iter(actions)) == "Cite machine.md, line 7"
    # Another place may say the opposite: only a typo is corrected without a look.
    assert not any(action.is_preferred for action in actions.values())
    (checked,) = vault.quotations.verify(_applied(editor, actions, 0))
    assert (checked.path, checked.verdict.verified) == ("machine.md", True)
    (vault.root / "machine.md").unlink()
    vault.index(embed=False)
    editor.change("review.md", "says:", "said:")
    await editor.until(lambda: "missing" in _code(editor))
    (found,) = await editor.diagnostics("review.md")
    actions = await editor.actions("review.md", found.range, [found])
    assert not any(title.startswith(("Cite", "Quote")) for title in actions)


def _code(editor: Editor) -> str:
    """The code of the last diagnostic of the note."""
    found = editor.client.diagnostics[editor.uri("review.md")]
    return str(found[-1].code) if found else ""
