"""Notes that the editor creates; nothing is written here."""

from datetime import timedelta
from pathlib import Path

import pytest
from lsprotocol import types

from ragtui_core import Vault
from ragtui_core.new_notes import today
from support.editor import Editor, StartEditor
from support.vaults import MakeVault

PATH = "products/new.md"
NOTE = """\
# New 漢字

See [[pumpe]], [[Tank room]] 😀 and [[what?]].

## First part

It was *said*.
And done.
"""


@pytest.fixture
def notes(editor: Editor) -> Editor:
    """An editor on a note that is not saved."""
    editor.open(PATH, NOTE)
    return editor


def created(edit: types.WorkspaceEdit | None) -> tuple[str, str]:
    """The uri and text of the file that an edit creates first."""
    assert edit
    create, fill = (edit.document_changes or ())[:2]
    assert isinstance(create, types.CreateFile)
    assert create.options
    assert not create.options.overwrite
    assert not create.options.ignore_if_exists
    assert isinstance(fill, types.TextDocumentEdit)
    assert fill.text_document.uri == create.uri
    (text,) = fill.edits
    assert isinstance(text, types.TextEdit)
    assert text.range.start == text.range.end == types.Position(0, 0)
    return create.uri, text.new_text


async def fixes(editor: Editor, words: str) -> dict[str, types.CodeAction]:
    found = await editor.diagnostics(PATH)
    marks = [each for each in found if editor.at(PATH, each.range) == words]
    return await editor.actions(PATH, editor.range(PATH, words), marks)


async def test_a_broken_link_creates_its_note(notes: Editor) -> None:
    actions = await fixes(notes, "Tank room")
    action = actions["Create products/Tank room.md"]
    assert not action.is_preferred
    uri, text = created(action.edit)
    assert uri == notes.uri("products/Tank room.md")
    assert text == "# Tank room\n"
    assert not (notes.root / "products" / "Tank room.md").exists()


async def test_only_a_typo_has_a_preferred_fix(notes: Editor) -> None:
    preferred = {
        words: [t for t, a in (await fixes(notes, words)).items() if a.is_preferred]
        for words in ("pumpe", "Tank room")
    }
    assert preferred == {"pumpe": ["Link to products/pump.md"], "Tank room": []}


async def test_a_new_note_precedes_one_that_only_has_a_word_of_the_link(
    editor: Editor,
) -> None:
    editor.open(PATH, "# New\n\n[[pumpe]] and [[pump handbook]].\n")
    titles = {
        words: list(await fixes(editor, words)) for words in ("pumpe", "pump handbook")
    }
    assert titles["pumpe"][:2] == [
        "Link to products/pump.md",
        "Create products/pumpe.md",
    ]
    created, linked, *_ = titles["pump handbook"]
    assert created == "Create products/pump handbook.md"
    assert linked == "Link to products/pump.md"


async def test_a_name_that_no_file_can_have_creates_none(notes: Editor) -> None:
    actions = await fixes(notes, "what?")
    assert [title for title in actions if title.startswith("Create")] == []
    assert "Remove the link, keep its words" in actions


async def test_a_selection_becomes_a_note(notes: Editor) -> None:
    where = notes.range(PATH, "## First part\n\nIt was *said*.\nAnd done.")
    actions = await notes.actions(PATH, where)
    title = "Move the selection into the new note products/First part.md"
    action = actions[title]
    assert action.kind == types.CodeActionKind.RefactorExtract
    uri, text = created(action.edit)
    assert uri == notes.uri("products/First part.md")
    assert text == "# First part\n\nIt was *said*.\nAnd done.\n"
    edited = notes.edited(
        types.WorkspaceEdit(document_changes=(action.edit.document_changes or ())[2:])
        if action.edit
        else None
    )
    assert edited[PATH].endswith("\n[[First part]]\n")


async def test_a_selection_within_a_line_is_the_title(notes: Editor) -> None:
    actions = await notes.actions(PATH, notes.range(PATH, "and [[what?]]"))
    action = actions["Move the selection into the new note products/and what.md"]
    text = "# and what\n\nand [[what?]]\n"
    assert created(action.edit)[1] == text


async def test_a_markdown_note_links_by_path(editor: Editor) -> None:
    editor.open(PATH, "[pump](pump.md)\n\nTwo words\n")
    actions = await editor.actions(PATH, editor.range(PATH, "Two words"))
    (action,) = (each for title, each in actions.items() if title.startswith("Move"))
    assert action.edit
    change = (action.edit.document_changes or ())[2]
    assert isinstance(change, types.TextDocumentEdit)
    (link,) = change.edits
    assert isinstance(link, types.TextEdit)
    assert link.new_text == "[Two words](Two%20words.md)"


async def test_the_daily_note(vault: Vault, start_editor: StartEditor) -> None:
    daily = {"folder": "journal", "pattern": "%d.%m.%Y"}
    editor = await start_editor(vault.root, {"editor.index": False, "daily": daily})
    found = await editor.command("ragtui.dailyNote", day="2026-03-07", apply=True)
    assert found["path"] == "journal/07.03.2026.md"
    assert found["exists"] is False
    (edit,) = editor.edits
    text = "# 07.03.2026\n"
    assert created(edit) == (found["uri"], text)
    (shown,) = editor.client.shown_documents
    assert shown.uri == found["uri"] == editor.uri("journal/07.03.2026.md")
    assert not Path(vault.root / "journal").exists()
    editor.open("journal/07.03.2026.md", "# 07.03.2026\n")
    found = await editor.command("ragtui.dailyNote", day="2026-03-07", apply=True)
    assert (found["exists"], found["edit"], len(editor.edits)) == (True, None, 1)
    found = await editor.request("ragtui/dailyNote")
    assert found.path == f"journal/{today():%d.%m.%Y}.md"


async def test_what_is_no_day_is_refused(editor: Editor) -> None:
    with pytest.raises(Exception, match="'2026-02-30' is not a day, such as"):
        await editor.command("ragtui.dailyNote", day="2026-02-30")


async def test_notes_begin_with_a_template(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    files: dict[str, str | bytes] = {
        ".obsidian/templates.json": '{"folder": "t"}',
        "t/Meeting.md": "# {{title}}\n\n{{date}}\n",
        "sub/a.md": "# A\n",
    }
    vault = make_vault(files)
    editor = await start_editor(vault.root)
    uri = editor.uri("sub/a.md")
    found = await editor.command("ragtui.templates", uri=uri)
    assert found["templates"] == [{"name": "Meeting", "path": "t/Meeting.md"}]
    made = await editor.command(
        "ragtui.newNote", uri=uri, title="Spring", template="Meeting", apply=True
    )
    assert made["path"] == "sub/Spring.md"
    (edit,) = editor.edits
    assert created(edit) == (editor.uri("sub/Spring.md"), f"# Spring\n\n{today()}\n")
    assert [shown.uri for shown in editor.client.shown_documents] == [made["uri"]]
    with pytest.raises(Exception, match="no template 'Other'"):
        await editor.command("ragtui.newNote", uri=uri, title="S", template="Other")


async def test_daily_notes_beside_the_current_one(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    days = ("2026-03-01", "2026-03-04", "2026-03-09")
    vault = make_vault({f"log/{day}.md": "# Day\n" for day in days})
    vault.index(embed=False)
    editor = await start_editor(vault.root, {"daily": {"folder": "log"}})
    uri = editor.uri("log/2026-03-04.md")
    for day, path in (
        ("previous", days[0]),
        ("next", days[2]),
        ("2026-03-04", days[1]),
    ):
        found = await editor.command("ragtui.dailyNote", uri=uri, day=day)
        assert (found["path"], found["exists"]) == (f"log/{path}.md", True)
    found = await editor.command("ragtui.dailyNote", uri=uri, day="yesterday")
    assert found["path"] == f"log/{today() - timedelta(days=1)}.md"
