"""Headings and notes are renamed with the links to them."""

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_lsp.uris import text_uri
from support.editor import Editor, StartEditor
from support.linked_notes import PATH
from support.vaults import Files, IndexVault, MakeVault

PUMP = "products/pump.md"


async def test_a_heading_a_title_or_a_link_renames_and_what_has_no_name_does_not(
    overview: Editor,
) -> None:
    async def prepared(path: str, words: str, inside: int) -> object:
        where = overview.position(path, words, inside)
        ready = await overview.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(overview.document(path), where)
        )
        if ready is None:
            return None
        assert isinstance(ready, types.PrepareRenamePlaceholder)
        assert ready.range.start.line == where.line
        return ready.placeholder

    overview.open(PUMP)
    for path, words, placeholder, heading, after in (
        (PUMP, "Störungen", "Störungen 故障", "## Faults\n", "[[pump#Faults|what"),
        (PATH, "pump#Störungen", "Störungen 故障", "## Faults\n", "[[pump#Faults|what"),
        (PATH, "[Pump]]", "Pump 🚰", "# Faults\n", "[[faults]], [[faults#St"),
    ):
        assert await prepared(path, words, 2) == placeholder
        edit = await overview.rename(path, words, "Faults", 2)
        assert not edit.change_annotations
        edited = overview.edited(edit)
        assert heading in edited[PUMP]
        assert after in edited[PATH]
    with pytest.raises(JsonRpcException, match="need a name"):
        await overview.rename(PATH, "[Pump]]", " ", 2)
    with pytest.raises(JsonRpcException, match="rename: File name too long"):
        await overview.rename(PATH, "[Pump]]", "x" * 300, 2)
    overview.change(PATH, "#water\n", "#water\n\n## Fresh\n\nAs in [[#Fresh]].\n")
    edited = overview.edited(await overview.rename(PATH, "Fresh", "New"))
    assert "## New\n\nAs in [[#New]]." in edited[PATH]
    written = "[[Pump]]"
    for link in ("[[Pump#^soon]]", "[[nowhere]]", "[[#^x]]", "[x](no.pdf)"):
        overview.change(PATH, written, f"é {link} é")
        assert await prepared(PATH, link, 2) is None
        written = f"é {link} é"


async def test_a_title_renames_the_note_if_it_is_saved(overview: Editor) -> None:
    overview.open("products/hose.md")
    edit = await overview.rename("products/hose.md", "# Hose", "Rubber pipe", 3)
    edited = overview.edited(edit)
    assert "# Rubber pipe\n" in edited["products/hose.md"]
    assert "title: Rubber pipe\n" in edited["products/hose.md"]
    assert "(../products/Rubber%20pipe.md)" in edited[PATH]
    moved = {"products/hose.md": "products/Rubber pipe.md"}
    assert overview.apply(edit) == moved
    overview.open("fresh.md", "# Fresh\n\n[[#Fresh]]\n")
    edit = await overview.rename("fresh.md", "Fresh", "New")
    assert overview.edited(edit)["fresh.md"] == "# New\n\n[[#New]]\n"
    assert overview.apply(edit) == {}


async def test_files_that_move_are_one_edit_and_a_note_takes_its_links_along(
    overview: Editor,
) -> None:
    names = ("pump", "hose")
    edit = await overview.move(
        *((f"products/{name}.md", f"machines/{name}.md") for name in names)
    )
    assert edit
    assert not edit.change_annotations
    edited = overview.edited(edit)[PATH]
    assert "(../machines/hose.md)" in edited
    assert "[[Pump]]" in edited
    folder = await overview.move(("products", "machines"))
    assert overview.edited(folder)[PATH] == edited
    assert await overview.move(("x.png", "y.png")) is None
    overview.change(PATH, "Broken:", "é😀 [new](../products/pump.md)\n\nBroken:")
    edited = overview.edited(await overview.move((PATH, f"deep/er/{PATH}")))[PATH]
    assert "(../../../products/hose.md)" in edited
    assert "é😀 [new](../../../products/pump.md)" in edited


async def test_requests_wait_for_a_vault_that_is_indexed(
    make_vault: MakeVault, start_editor: StartEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_lsp.index_waiting.TIMEOUT", float("inf"))
    notes: Files = {
        f"n{n}.md": f"# Note {n}\n\n[[target]] {'word ' * 200}" for n in range(600)
    }
    target = "# Zinc\n\nA heron.\n"
    vault = make_vault({**notes, "target.md": target, ".ragtui.toml": ""})
    editor = await start_editor(vault.root, {"editor.index": True})
    editor.open("n1.md")
    editor.open("target.md")
    place = {
        "textDocument": {"uri": editor.uri("n1.md")},
        "range": editor.range("n1.md", "word word"),
    }
    (
        edit,
        card,
        definition,
        references,
        found,
        answer,
        sources,
        symbols,
    ) = await asyncio.gather(
        editor.move(("target.md", "moved.md")),
        editor.card("n1.md", "[[target]]"),
        editor.definition("n1.md", "[[target]]"),
        editor.references("n1.md", "[[target]]", 3),
        editor.command("ragtui.search", query="heron"),
        editor.command("ragtui.ask", question="Where is a heron?"),
        editor.command("ragtui.findSources", **place),
        editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("zinc")),
    )
    assert len(editor.edited(edit)) == 600
    assert "**Zinc**" in card
    assert definition
    assert definition.uri == editor.uri("target.md")
    assert len(references) == 600
    assert found["hits"][0]["path"] == "target.md"  # weaker ones may have vectors
    assert answer["sources"][0]["path"] == "target.md"
    assert sources["hits"]
    assert [symbol.name for symbol in symbols or ()] == ["Zinc"]


LATIN = "# Grüße\n\n[[Pumpe]]\n".encode("cp1252")


@pytest.mark.parametrize(
    ("client", "content"),
    [
        ("visual_studio_code", LATIN),
        ("neovim", "# メモ\n\n日本語のメモです。 [[Pumpe]]\n".encode("cp932")),
        ("neovim", "# Wide\n\n[[Pumpe]]\n".encode("utf-16-le")),
    ],
)
async def test_a_note_that_is_not_utf_8_is_edited_if_it_is_open(
    index_vault: IndexVault, start_editor: StartEditor, client: str, content: bytes
) -> None:
    vault = index_vault({"latin.md": content, "pump.md": "# Pumpe\n"})
    editor = await start_editor(vault.root, client=client)
    editor.open("pump.md")
    with pytest.raises(JsonRpcException, match=r"latin\.md is not UTF-8"):
        await editor.rename("pump.md", "Pumpe", "Motor")
    moved = await editor.move(("pump.md", "motor.md"))
    assert editor.uri("latin.md") not in str(moved)
    editor.open("latin.md", LATIN.decode("cp1252"))
    edit = await editor.rename("pump.md", "Pumpe", "Motor")
    assert "Grüße\n\n[[Motor]]" in editor.edited(edit)["latin.md"]


async def test_a_client_that_keeps_an_encoding_edits_notes_in_it(
    index_vault: IndexVault, start_editor: StartEditor
) -> None:
    wide = LATIN.decode("cp1252").encode("utf-32")
    vault = index_vault({"latin.md": LATIN, "w.md": wide, "pump.md": "# Pumpe\n"})
    editor = await start_editor(vault.root, client="neovim")
    editor.open("pump.md")
    edit = str(await editor.rename("pump.md", "Pumpe", "Motor"))
    assert editor.uri("latin.md") in edit
    assert editor.uri("w.md") in edit


async def test_a_title_that_is_not_rewritten_is_refused_before_a_name_is_typed(
    editor: Editor,
) -> None:
    editor.open("new.md", '+++\ntitle = "Solar"\ntags = ["a"]\n+++\n\n# Solar\n')
    for words in ("Solar", "# Solar", "tags"):
        where = editor.position("new.md", words, 2)
        params = types.PrepareRenameParams(editor.document("new.md"), where)
        asked = editor.client.text_document_prepare_rename_async(params)
        if words == "tags":
            assert await asked is None
            continue
        with pytest.raises(JsonRpcException, match="'Solar' is in front matter, as TO"):
            await asked


async def test_neovim_lists_references_of_utf_16_by_their_text(
    index_vault: IndexVault, start_editor: StartEditor
) -> None:
    """It reads the lines of a list from files, as UTF-8."""
    wide = "\ufeff# Wide\n\n[[Pumpe]]\n".encode("utf-16-le")
    vault = index_vault({"wide.md": wide, "pump.md": "# Pumpe\n", "a.md": "[[Pumpe]]"})
    editor = await start_editor(vault.root, client="neovim", shows_texts=True)
    editor.open("pump.md")
    where = editor.position("pump.md", "Pumpe")
    context = types.ReferenceContext(include_declaration=False)
    params = types.ReferenceParams(context, editor.document("pump.md"), where)
    found = await editor.client.text_document_references_async(params)
    uris = sorted(place.uri for place in found or ())
    assert uris == [editor.uri("a.md"), text_uri(editor.uri("wide.md"))]
    content = types.TextDocumentContentParams(uris[1])
    shown = await editor.client.workspace_text_document_content_async(content)
    assert shown.text.splitlines()[2] == "[[Pumpe]]"


async def test_links_of_a_file_outside_of_the_vault_are_left_alone(
    index_vault: IndexVault, start_editor: StartEditor
) -> None:
    vault = index_vault({"pump.md": "# Pump\n\n#wet\n"})
    loose = "[[pump]] and [[absent]], #wet\n"
    (vault.root.parent / "loose.md").write_text(loose)
    editor = await start_editor(vault.root)
    editor.open("../loose.md")
    for words in ("pump", "absent", "#wet"):
        assert not await editor.hover("../loose.md", words)
        assert not await editor.definition("../loose.md", words)
        assert not await editor.references("../loose.md", words)
