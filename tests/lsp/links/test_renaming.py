"""Headings and notes are renamed with the links to them."""

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from support.editor import Editor, StartEditor
from support.linked_notes import PATH
from support.vaults import MakeVault


async def test_renaming_a_heading_saved_or_not_updates_its_links(
    overview: Editor,
) -> None:
    overview.open("products/pump.md")
    where = overview.position("products/pump.md", "Störungen", 3)
    ready = await overview.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(overview.document("products/pump.md"), where)
    )
    assert isinstance(ready, types.PrepareRenamePlaceholder)
    assert ready.placeholder == "Störungen 故障"
    edit = await _rename(overview, "products/pump.md", where, "Faults 🔧")
    edited = overview.edited(edit)
    assert "## Faults 🔧\n" in edited["products/pump.md"]
    assert "[[pump#Faults 🔧|what fails]]" in edited[PATH]
    assert not edit.change_annotations
    overview.change(PATH, "#water\n", "#water\n\n## Fresh\n\nAs in [[#Fresh]].\n")
    where = overview.position(PATH, "Fresh")
    edited = overview.edited(await _rename(overview, PATH, where, "New"))
    assert "## New\n\nAs in [[#New]]." in edited[PATH]


async def test_a_link_renames_what_it_leads_to_if_that_has_a_heading(
    overview: Editor,
) -> None:
    async def prepared(link: str) -> object:
        return await overview.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(
                overview.document(PATH), overview.position(PATH, link, 2)
            )
        )

    for link, placeholder, heading, after in (
        ("pump#Störungen", "Störungen 故障", "## Faults\n", "[[pump#Faults|what"),
        ("[Pump]]", "Pump 🚰", "# Faults\n", "[[faults]], [[faults#St"),
    ):
        where = overview.position(PATH, link, 2)
        ready = await prepared(link)
        assert isinstance(ready, types.PrepareRenamePlaceholder)
        assert ready.placeholder == placeholder
        assert ready.range.start.line == where.line
        edited = overview.edited(await _rename(overview, PATH, where, "Faults"))
        assert heading in edited["products/pump.md"]
        assert after in edited[PATH]
    with pytest.raises(JsonRpcException, match="need a name"):
        await _rename(overview, PATH, overview.position(PATH, "[Pump]]", 2), " ")
    written = "[[Pump]]"
    for link in ("[[Pump#^soon]]", "[[nowhere]]", "[[#^x]]", "[x](no.pdf)"):
        overview.change(PATH, written, f"é {link} é")
        assert await prepared(link) is None
        written = f"é {link} é"


async def test_renaming_a_title_renames_the_note(overview: Editor) -> None:
    overview.open("products/hose.md")
    where = overview.position("products/hose.md", "# Hose", 3)
    edit = await _rename(overview, "products/hose.md", where, "Rubber pipe")
    edited = overview.edited(edit)
    assert "# Rubber pipe\n" in edited["products/hose.md"]
    assert "title: Rubber pipe\n" in edited["products/hose.md"]
    assert "(../products/Rubber%20pipe.md)" in edited[PATH]
    (file,) = [
        each
        for each in edit.document_changes or ()
        if isinstance(each, types.RenameFile)
    ]
    assert overview.path(file.new_uri) == "products/Rubber pipe.md"


async def test_files_that_move_are_one_edit_and_a_note_takes_its_links_along(
    overview: Editor,
) -> None:
    edit = await _rename_files(
        overview,
        ("products/pump.md", "machines/pump.md"),
        ("products/hose.md", "machines/hose.md"),
    )
    edited = overview.edited(edit)[PATH]
    assert "(../machines/hose.md)" in edited
    assert "[[Pump]]" in edited
    folder = await _rename_files(overview, ("products", "machines"))
    assert overview.edited(folder)[PATH] == edited
    assert not edit.change_annotations
    rename = types.FileRename(overview.uri("x.png"), overview.uri("y.png"))
    renames = types.RenameFilesParams([rename])
    assert await overview.client.workspace_will_rename_files_async(renames) is None
    overview.change(PATH, "Broken:", "é😀 [new](../products/pump.md)\n\nBroken:")
    edit = await _rename_files(overview, (PATH, f"deep/er/{PATH}"))
    edited = overview.edited(edit)[PATH]
    assert "(../../../products/hose.md)" in edited
    assert "é😀 [new](../../../products/pump.md)" in edited


async def _rename(
    editor: Editor, path: str, where: types.Position, name: str
) -> types.WorkspaceEdit:
    edit = await editor.client.text_document_rename_async(
        types.RenameParams(editor.document(path), where, name)
    )
    assert edit
    return edit


async def _rename_files(editor: Editor, *moves: tuple[str, str]) -> types.WorkspaceEdit:
    renames = [types.FileRename(editor.uri(old), editor.uri(new)) for old, new in moves]
    edit = await editor.client.workspace_will_rename_files_async(
        types.RenameFilesParams(renames)
    )
    assert edit
    return edit


async def test_requests_wait_for_a_vault_that_is_indexed(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    notes = {
        f"n{n}.md": f"# Note {n}\n\n[[target]] {'word ' * 200}" for n in range(600)
    }
    target = "# Zinc\n\nA heron.\n"
    vault = make_vault({**notes, "target.md": target, ".ragtui.toml": ""})
    editor = await start_editor(vault.root, {"editor.index": True})
    editor.open("n1.md")
    editor.open("target.md")
    where = editor.position("n1.md", "[[target]]", 3)
    context = types.ReferenceContext(include_declaration=False)
    lent = {"uri": editor.uri("n1.md")}
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
        _rename_files(editor, ("target.md", "moved.md")),
        editor.card("n1.md", "[[target]]"),
        editor.definition("n1.md", "[[target]]"),
        editor.client.text_document_references_async(
            types.ReferenceParams(context, editor.document("n1.md"), where)
        ),
        editor.command("ragtui.search", query="heron"),
        editor.command("ragtui.ask", question="Where is a heron?"),
        editor.command(
            "ragtui.findSources",
            textDocument=lent,
            range=editor.range("n1.md", "word word"),
        ),
        editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("zinc")),
    )
    assert len(editor.edited(edit)) == 600
    assert "**Zinc**" in card
    assert definition
    assert definition.uri == editor.uri("target.md")
    assert len(references or ()) == 600
    assert found["hits"][0]["path"] == "target.md"  # weaker ones may have vectors
    assert answer["sources"][0]["path"] == "target.md"
    assert sources["hits"]
    assert [symbol.name for symbol in symbols or ()] == ["Zinc"]


async def test_a_title_of_a_note_that_is_not_saved_renames_no_file(
    editor: Editor,
) -> None:
    editor.open("fresh.md", "# Fresh\n\n[[#Fresh]]\n")
    edit = await editor.client.text_document_rename_async(
        types.RenameParams(
            editor.document("fresh.md"), editor.position("fresh.md", "Fresh"), "New"
        )
    )
    assert editor.edited(edit)["fresh.md"] == "# New\n\n[[#New]]\n"
    assert editor.apply(edit) == {}


SUN = "The [[Solar Panel]] is on the roof.\n"


async def test_a_rename_is_refused_where_front_matter_is_not_plain_yaml(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    front = '+++\ntitle = "Solar Panel"\n+++'
    vault = make_vault({"hugo.md": f"{front}\n# Solar Panel\n", "sun.md": SUN})
    vault.index(embed=False)
    editor = await start_editor(vault.root)
    editor.open("sun.md")
    with pytest.raises(JsonRpcException, match="not plain YAML"):
        await _rename(editor, "sun.md", editor.position("sun.md", "Solar"), "New")


@pytest.mark.parametrize(
    ("path", "words"), [("a.md", "Panel"), ("sun.md", "Solar Panel")]
)
async def test_a_title_without_a_heading_is_renamed(
    make_vault: MakeVault, start_editor: StartEditor, path: str, words: str
) -> None:
    note = "---\ntitle: Solar Panel\n---\nOld.\n"
    vault = make_vault({"a.md": note, "sun.md": SUN})
    vault.index(embed=False)
    editor = await start_editor(vault.root)
    editor.open(path)
    where = editor.position(path, words)
    edited = editor.edited(await _rename(editor, path, where, "New"))
    assert edited["a.md"] == note.replace("Solar Panel", "New")
    assert "[[New]]" in edited["sun.md"]


LATIN = "# Grüße\n\n[[Pumpe]]\n".encode("cp1252")


@pytest.mark.parametrize("client", ["visual_studio_code", "neovim"])
async def test_a_note_that_is_not_utf_8_is_edited_by_clients_that_keep_it(
    make_vault: MakeVault, start_editor: StartEditor, client: str
) -> None:
    vault = make_vault({"latin.md": LATIN, "pump.md": "# Pumpe\n"})
    vault.index(embed=False)
    editor = await start_editor(vault.root, client=client)
    editor.open("pump.md")
    where = editor.position("pump.md", "Pumpe")
    if client == "neovim":
        edit = await _rename(editor, "pump.md", where, "Motor")
        assert editor.uri("latin.md") in str(edit)
        return
    with pytest.raises(JsonRpcException, match=r"latin\.md is not UTF-8"):
        await _rename(editor, "pump.md", where, "Motor")
    moved = await editor.client.workspace_will_rename_files_async(
        types.RenameFilesParams(
            [types.FileRename(editor.uri("pump.md"), editor.uri("motor.md"))]
        )
    )
    assert editor.uri("latin.md") not in str(moved)


async def test_links_of_a_file_outside_of_the_vault_are_left_alone(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    vault = make_vault({"pump.md": "# Pump\n\n#wet\n"})
    vault.index(embed=False)
    loose = vault.root.parent / "loose.md"
    loose.write_text("[[pump]] and [[absent]], #wet\n")
    editor = await start_editor(vault.root)
    editor.open("../loose.md")
    for words in ("pump", "absent", "#wet"):
        where = editor.position("../loose.md", words)
        document = editor.document("../loose.md")
        assert not await editor.client.text_document_hover_async(
            types.HoverParams(document, where)
        )
        assert not await editor.client.text_document_definition_async(
            types.DefinitionParams(document, where)
        )
        assert not await editor.client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(False), document, where)
        )
