"""Footnotes in the editor: definition, references, hover and completion."""

import pytest
from lsprotocol import types

from support.editor import Editor

PATH = "footnotes.md"
NOTE = """\
# Footnotes 漢字

Water é 😀[^1] and oil[^oil]. Again[^1], and [^none].

Typed [^

[^1]: It is *wet*. ![p](https://example.com/p.png)
[^Oil]: From the ground.
"""


@pytest.fixture
def notes(editor: Editor) -> Editor:
    """An editor on a note with footnotes, which is not saved."""
    editor.open(PATH, NOTE)
    return editor


async def test_definition_and_back(notes: Editor) -> None:
    found = await notes.definition(PATH, "[^1] and", 2)
    assert found
    assert found.range.start == notes.position(PATH, "[^1]: It")
    assert notes.at(PATH, found.range) == "[^1]"
    back = await notes.definition(PATH, "[^Oil]", 2)
    assert back
    assert notes.at(PATH, back.range) == "[^oil]"
    assert await notes.definition(PATH, "[^none]", 2) is None


@pytest.mark.parametrize(("declared", "count"), [(True, 3), (False, 2)])
async def test_references(notes: Editor, declared: bool, count: int) -> None:
    found = await notes.client.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(include_declaration=declared),
            notes.document(PATH),
            notes.position(PATH, "[^1]: It", 2),
        )
    )
    assert [notes.at(PATH, each.range) for each in found or ()] == ["[^1]"] * count


async def test_hover_shows_the_text_without_pictures(notes: Editor) -> None:
    card = await notes.card(PATH, "[^1] and", 2)
    assert card == "It is *wet*. [p](https://example.com/p.png)"
    assert await notes.hover(PATH, "[^none]", 2) is None


async def test_completion_offers_what_is_defined(notes: Editor) -> None:
    found = await notes.client.text_document_completion_async(
        types.CompletionParams(
            notes.document(PATH), notes.position(PATH, "Typed [^", 8)
        )
    )
    assert isinstance(found, types.CompletionList)
    edits = [item.text_edit.new_text for item in found.items if item.text_edit]
    assert edits == ["1]", "Oil]"]
    assert found.items[1].documentation == "From the ground."
