"""Completion of links: what is offered, what it replaces, and where none is."""

import shutil

from lsprotocol import types

from ragtui_core import Vault
from ragtui_lsp.features.completion_offers import LIMIT
from support.commands import DATA
from support.editor import Editor, StartEditor
from support.mails import mail, mbox
from support.vaults import MakeVault

NOTE = "new.md"


async def completed(editor: Editor, text: str) -> list[types.CompletionItem]:
    """The items offered at `¦`, or at the end."""
    at = text.index("¦") if "¦" in text else len(text)
    text = text.replace("¦", "")
    editor.open(NOTE, text)
    return await editor.completed(NOTE, text, at)


def edit_of(item: types.CompletionItem) -> types.TextEdit:
    assert isinstance(item.text_edit, types.TextEdit)
    return item.text_edit


async def accepted(editor: Editor, text: str, label: str) -> str:
    """The text after an item was chosen, with `¦` where the cursor is."""
    items = await completed(editor, text)
    edit = edit_of(next(item for item in items if item.label == label))
    cursor = editor.position(NOTE, text.replace("¦", ""), text.index("¦"))
    assert edit.range.start.line == edit.range.end.line
    assert edit.range.start <= cursor <= edit.range.end
    edit.new_text += "¦"
    document = types.OptionalVersionedTextDocumentIdentifier(editor.uri(NOTE))
    change = types.TextDocumentEdit(document, [edit])
    return editor.edited(types.WorkspaceEdit(document_changes=[change]))[NOTE]


STORUNGEN = "Störungen 故障"


async def test_a_completion_replaces_the_whole_target(
    vault: Vault, editor: Editor, start_editor: StartEditor
) -> None:
    for text, label, after in (
        ("é😀 [[Pu¦", "Pump 🚰", "é😀 [[pump]]¦"),
        ("é😀 [[hse¦", "Hose", "é😀 [[hose]]¦"),
        ("[[rubber brings water ¦", "Hose", "[[hose]]¦"),
        ("[[pump#St¦", STORUNGEN, f"[[pump#{STORUNGEN}]]¦"),
        ("é😀 [[ho¦]] and", "Hose", "é😀 [[hose]]¦ and"),
        ("[[ho¦le in the tank]]", "Hose", "[[hose]]¦"),
        ("[[ho¦|the hose]]", "Hose", "[[hose¦|the hose]]"),
        ("[[ho¦le#Use]]", "Hose", "[[hose¦#Use]]"),
        ("[[ho¦ and [[pump]]", "Hose", "[[hose]]¦ and [[pump]]"),
        ("[[pump#Ser¦vices]] x", "Service", "[[pump#Service]]¦ x"),
        ("[[pump#Ser¦|it]]", "Service", "[[pump#Service¦|it]]"),
    ):
        assert await accepted(editor, text, label) == after
    inserting = await start_editor(vault.root, replaces=False)
    for text, after in (
        ("[[ho¦", "[[hose]]¦"),
        ("[[ho¦]]", "[[hose¦]]"),
        ("[[ho¦|the hose]]", "[[hose¦|the hose]]"),
    ):
        assert await accepted(inserting, text, "Hose") == after


async def test_headings_and_blocks_are_offered(vault: Vault, editor: Editor) -> None:
    shutil.copyfile(DATA / "outline.md", vault.root / "tank.md")
    vault.index(embed=False)
    headings = ["Tank]]", "The filling]]", "the-filling-1]]"]
    blocks = ["^whole]]", "^levels]]"]
    for text, written in (
        ("[[tank#The¦", headings + blocks),
        ("[[tank#^¦", blocks),
        ("[[no such note#¦", []),
    ):
        items = await completed(editor, text)
        assert [edit_of(item).new_text for item in items] == written
        # The client filters by what is typed, as it is written.
        shown = [(item.filter_text or "").removesuffix("]]") for item in items]
        assert shown == [each.removesuffix("]]") for each in written]
    block, table = await completed(editor, "[[tank#^¦")
    assert block.detail == "A line that others quote."
    assert table.detail == "|---|"


async def test_nothing_is_completed_where_no_link_can_be(editor: Editor) -> None:
    for text in (
        "`[[ho¦`",
        "```sh\n[[ho¦ -f x ]]\n```\n",
        "a\n\n    [[ho¦\n",
        "<!-- [[ho¦ -->",
        r"\[[ho¦",
        "$[[ho¦$",
    ):
        assert not await completed(editor, text)


async def test_notes_by_meaning_are_offered_beside_many_names(
    make_vault: MakeVault, vault: Vault, editor: Editor
) -> None:
    spaced = "r-u-b-b-e-r b-r-i-n-g-s w-a-t-e-r"
    make_vault({f"{spaced} {number}.md": "Text.\n" for number in range(LIMIT + 5)})
    vault.index(embed=False)
    offered = await completed(editor, "[[rubber brings water ¦")
    assert len(offered) == LIMIT
    assert "Hose" in [item.label for item in offered]


async def test_only_what_a_link_can_name_is_offered(
    make_vault: MakeVault, vault: Vault, editor: Editor
) -> None:
    make_vault(
        {
            "in.mbox": mbox(mail("The zeppelin leaks.\n", subject="Zeppelin")),
            "[x] kelvin.md": "No heading.\n",
            "kelvin#2.md": "# Kelvin two\n",
        }
    )
    vault.index(embed=False)
    (kelvin,) = await completed(editor, "[[kelv¦")
    assert edit_of(kelvin).new_text == "Kelvin two]]"
    assert vault.search("zeppelin leaks").hits
    for text in ("[[zeppelin leaks ¦", "[[Zepp¦"):
        assert await completed(editor, text) == []


async def test_headings_alike_are_told_apart(vault: Vault, editor: Editor) -> None:
    text = "# A\n\n## Note\n\n### Sub\n\n## Other\n\n### Sub\n\n### Sub\n\n## Note\n"
    (vault.root / "same.md").write_text(text)
    vault.index(embed=False)
    items = await completed(editor, "[[same#¦")
    written = [edit_of(item).new_text.removesuffix("]]") for item in items]
    expected = ["A", "Note", "Sub", "Other", "Other#Sub", "sub-2", "note-1"]
    assert written == expected
    lines = [vault.links.resolve("same", name) for name in written]
    assert [found and found.line for found in lines] == [1, 3, 5, 7, 9, 11, 13]
    # One that would end a link is written without its marks.
    (vault.root / "odd.md").write_text("# Odd\n\n## Pipes | C# [[a]]\n")
    vault.index(embed=False)
    offered = await completed(editor, "[[odd#Pip¦")
    texts = {item.label: edit_of(item).new_text for item in offered}
    assert texts["Pipes | C# [[a]]"] == "Pipes C a]]"
    editor.open("fix.md", "See [[odd#Pypes C a]].\n")
    (broken,) = await editor.diagnostics("fix.md")
    actions = await editor.actions("fix.md", broken.range, [broken])
    fixed = editor.edited(actions["Link to the heading Pipes | C# [[a]]"].edit)
    assert fixed["fix.md"] == "See [[odd#Pipes C a]].\n"
    assert vault.links.resolve("odd", "Pipes C a")


async def test_aliases_and_numbers_of_citations_are_offered_and_resolved_lazily(
    editor: Editor, start_editor: StartEditor, vault: Vault, quoting: str
) -> None:
    text = "---\naliases: Map of Content, Home page\n---\n# At home\n"
    (vault.root / "home.md").write_text(text)
    vault.index(embed=False)
    (item,) = await completed(editor, "[[Map of Cont¦")
    assert item.label == "Map of Content"
    assert edit_of(item).new_text == "[[home|Map of Content]]"[2:]
    alias, note, *_ = await completed(editor, "[[hom¦")
    assert (alias.label, note.label) == ("Home page", "At home")
    assert [edit_of(it).new_text for it in (alias, note)] == [
        "home|Home page]]",
        "home]]",
    ]
    table = "| a |\n| --- |\n| "
    for typed, label, written in (
        ("[[Map of Cont¦ |", "Map of Content", r"[[home\|Map of Content]]¦ |"),
        (r"[[ho¦le\|it]] |", "Hose", r"[[hose¦\|it]] |"),
        (r"[[pump#Ser¦vices\|it]] |", "Service", r"[[pump#Service¦\|it]] |"),
    ):
        after = await accepted(editor, f"{table}{typed}\n\nEnd", label)
        assert after == f"{table}{written}\n\nEnd"
    plain = await start_editor(vault.root, replaces=False)
    for after, written in (("]]", "home|Map of Content"), ("|it]]", "home")):
        (item,) = await completed(plain, f"[[Map of Cont¦{after}")
        assert edit_of(item).new_text == written
    (item,) = await completed(editor, "[[Hos¦")
    assert item.documentation is None
    item = await editor.client.completion_item_resolve_async(item)
    assert isinstance(item.documentation, types.MarkupContent)
    assert "A hose of rubber" in item.documentation.value
    (item,) = await completed(editor, f"As it says [¦\n\n{quoting}")
    assert item.label == "1"
