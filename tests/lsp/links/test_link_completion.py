"""Completion of links and citation numbers."""

import pytest
from lsprotocol import types

from ragtui_core import Vault
from ragtui_lsp.features.completion_offers import LIMIT
from support.editor import Editor
from support.linked_notes import PATH
from support.vaults import MakeVault


@pytest.mark.parametrize(
    ("typed", "label", "written"),
    [
        ("[[Pu", "Pump 🚰", "pump]]"),
        ("[[hse", "Hose", "hose]]"),
        ("[[rubber brings water ", "Hose", "hose]]"),
        ("[[pump#St", "Störungen 故障", "Störungen 故障]]"),
        ("[[stör pum", "Pump 🚰 › Störungen 故障", "pump#Störungen 故障]]"),
    ],
)
async def test_completion(
    overview: Editor, typed: str, label: str, written: str
) -> None:
    overview.change(PATH, "Broken:", f"é😀 {typed}\n\nBroken:")
    items = await _completion(overview, f"é😀 {typed}")
    item = next(item for item in items if item.label == label)
    assert isinstance(item.text_edit, types.TextEdit)
    assert item.text_edit.new_text == written
    assert typed.endswith(overview.at(PATH, item.text_edit.range))


async def test_notes_by_meaning_are_offered_beside_many_names(
    make_vault: MakeVault, vault: Vault, overview: Editor
) -> None:
    spaced = "r-u-b-b-e-r b-r-i-n-g-s w-a-t-e-r"
    make_vault({f"{spaced} {number}.md": "Text.\n" for number in range(LIMIT + 5)})
    vault.index(embed=False)
    typed = "[[rubber brings water "
    overview.change(PATH, "Broken:", f"{typed}\n\nBroken:")
    labels = [item.label for item in await _completion(overview, typed)]
    assert len(labels) == LIMIT
    assert "Hose" in labels


async def test_notes_with_some_of_the_words_are_offered(
    make_vault: MakeVault, vault: Vault, overview: Editor
) -> None:
    make_vault(
        {
            "calder.md": "# The harbour\n\nThey call the heron.\n",
            "rules.md": "# Calibration policy\n\nEvery year.\n",
            "shed.md": "# The shed\n\nTools.\n",
            "twi-220.md": "# TWI-220 Heron\n\nIt measures.\n",
        }
    )
    vault.index(embed=False)
    typed = "[[heron cal"
    overview.change(PATH, "Broken:", f"{typed}ibration\n\nBroken:")
    labels = [item.label for item in await _completion(overview, typed)]
    assert labels[0] == "TWI-220 Heron"  # the whole word
    assert "Calibration policy" in labels
    named = [item.label for item in await _completion(overview, f"{typed}ibration")]
    assert {*named[:2]} == {"TWI-220 Heron", "Calibration policy"}
    overview.change(PATH, typed, "[[the heron")
    named = [item.label for item in await _completion(overview, "[[the heron")]
    assert "TWI-220 Heron" in named
    assert "The shed" not in named


async def test_headings_that_are_called_alike_are_told_apart(
    make_vault: MakeVault, vault: Vault, overview: Editor
) -> None:
    text = "# A\n\n## Note\n\n### Sub\n\n## Other\n\n### Sub\n\n### Sub\n\n## Note\n"
    make_vault({"same.md": text})
    vault.index(embed=False)
    overview.change(PATH, "Broken:", "[[same#\n\nBroken:")
    written = [
        item.text_edit.new_text.removesuffix("]]")
        for item in await _completion(overview, "[[same#")
        if isinstance(item.text_edit, types.TextEdit)
    ]
    expected = ["A", "Note", "Sub", "Other", "Other#Sub", "sub-2", "note-1"]
    assert written == expected
    lines = [vault.links.resolve("same", name) for name in written]
    assert [found and found.line for found in lines] == [1, 3, 5, 7, 9, 11, 13]


async def test_completion_is_resolved_lazily(overview: Editor) -> None:
    overview.change(PATH, "Broken:", "[[Hos\n\nBroken:")
    item = next(i for i in await _completion(overview, "[[Hos") if i.label == "Hose")
    assert item.documentation is None
    item = await overview.client.completion_item_resolve_async(item)
    assert isinstance(item.documentation, types.MarkupContent)
    assert "A hose of rubber" in item.documentation.value


async def test_citation_numbers_are_completed(editor: Editor, quoting: str) -> None:
    editor.open("new.md", f"As it says [\n\n{quoting}")
    where = editor.position("new.md", "says [", 6)
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document("new.md"), where)
    )
    assert isinstance(found, types.CompletionList)
    assert [item.label for item in found.items] == ["1"]


async def _completion(editor: Editor, typed: str) -> list[types.CompletionItem]:
    where = editor.position(PATH, typed, len(typed))
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document(PATH), where)
    )
    assert isinstance(found, types.CompletionList)
    return list(found.items)
