"""What a completion replaces in a link, what it offers after `#`, and where none is."""

import threading
from typing import Any

import pytest
from lsprotocol import types

from ragtui_core import IndexFollower, Vault
from ragtui_core.search_results import SearchResult
from support.editor import Editor, StartEditor

NOTE = "new.md"

OUTLINE = """\
# Tank

A line that others quote. ^whole

## The filling

Water x^2

## The filling

| a |
|---|

^levels

```
code ^hidden
```
"""


@pytest.fixture
def tank(vault: Vault) -> None:
    """A note with headings of one name, and blocks."""
    (vault.root / "tank.md").write_text(OUTLINE)
    vault.index(embed=False)


async def completed(editor: Editor, text: str) -> list[types.CompletionItem]:
    """The items offered at `¦`."""
    at, text = text.index("¦"), text.replace("¦", "")
    editor.open(NOTE, text)
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document(NOTE), editor.position(NOTE, text, at))
    )
    assert found is None or isinstance(found, types.CompletionList)
    return list(found.items) if found else []


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


@pytest.mark.parametrize(
    ("text", "label", "after"),
    [
        ("é😀 [[ho¦", "Hose", "é😀 [[hose]]¦"),
        ("é😀 [[ho¦]] and", "Hose", "é😀 [[hose]]¦ and"),
        ("[[ho¦le in the tank]]", "Hose", "[[hose]]¦"),
        ("[[ho¦|the hose]]", "Hose", "[[hose¦|the hose]]"),
        ("[[ho¦le#Use]]", "Hose", "[[hose¦#Use]]"),
        ("[[ho¦ and [[pump]]", "Hose", "[[hose]]¦ and [[pump]]"),
        ("[[pump#Ser¦vices]] x", "Service", "[[pump#Service]]¦ x"),
        ("[[pump#Ser¦|it]]", "Service", "[[pump#Service¦|it]]"),
    ],
)
async def test_a_completion_replaces_the_whole_target(
    editor: Editor, text: str, label: str, after: str
) -> None:
    assert await accepted(editor, text, label) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[[ho¦", "[[hose]]¦"),
        ("[[ho¦]]", "[[hose¦]]"),
        ("[[ho¦|the hose]]", "[[hose¦|the hose]]"),
    ],
)
async def test_a_client_that_cannot_replace_only_inserts(
    vault: Vault, start_editor: StartEditor, text: str, after: str
) -> None:
    editor = await start_editor(vault.root, replaces=False)
    assert await accepted(editor, text, "Hose") == after


@pytest.mark.usefixtures("tank")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "[[tank#The¦",
            ["Tank]]", "The filling]]", "the-filling-1]]", "^whole]]", "^levels]]"],
        ),
        ("[[tank#^¦", ["^whole]]", "^levels]]"]),
        ("[[no such note#¦", []),
    ],
)
async def test_headings_and_blocks_are_offered_after_their_mark(
    editor: Editor, text: str, written: list[str]
) -> None:
    items = await completed(editor, text)
    assert [edit_of(item).new_text for item in items] == written
    # The client filters by what is typed, as it is written.
    shown = [(item.filter_text or "").removesuffix("]]") for item in items]
    assert shown == [each.removesuffix("]]") for each in written]


@pytest.mark.usefixtures("tank")
async def test_a_block_shows_its_text(editor: Editor) -> None:
    block, table = await completed(editor, "[[tank#^¦")
    assert block.detail == "A line that others quote."
    assert table.detail == "|---|"


@pytest.mark.parametrize(
    "text",
    [
        "`[[ho¦`",
        "```sh\n[[ho¦ -f x ]]\n```\n",
        "a\n\n    [[ho¦\n",
        "<!-- [[ho¦ -->",
        r"\[[ho¦",
        "$[[ho¦$",
    ],
)
async def test_nothing_is_completed_where_no_link_can_be(
    editor: Editor, text: str
) -> None:
    assert not await completed(editor, text)


async def test_names_do_not_wait_for_a_search_while_the_index_changes(
    editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, search = threading.Event(), Vault.search

    def waiting(vault: Vault, *arguments: Any) -> SearchResult:
        assert free.wait()
        return search(vault, *arguments)

    monkeypatch.setattr(Vault, "search", waiting)
    changing = property(lambda _: True, lambda *_: None)
    monkeypatch.setattr(IndexFollower, "is_indexing", changing, raising=False)
    where = "[[brings rubber¦"
    assert await completed(editor, where) == []  # No name has both words.

    async def found() -> list[str]:
        return [item.label for item in await completed(editor, where)]

    assert await found() == []  # The first search goes on; there is no second one.
    free.set()
    await editor.eventually(found, ["Hose"])


async def test_a_heading_that_would_end_a_link_is_written_without_its_marks(
    editor: Editor, vault: Vault
) -> None:
    (vault.root / "odd.md").write_text("# Odd\n\n## Pipes | C# [[a]]\n")
    vault.index(embed=False)
    offered = await completed(editor, "[[odd#Pip¦")
    written = {item.label: edit_of(item).new_text for item in offered}
    assert written["Pipes | C# [[a]]"] == "Pipes C a]]"
    editor.open("fix.md", "See [[odd#Pypes C a]].\n")
    (broken,) = await editor.diagnostics("fix.md")
    actions = await editor.actions("fix.md", broken.range, [broken])
    fixed = editor.edited(actions["Link to the heading Pipes | C# [[a]]"].edit)
    assert fixed["fix.md"] == "See [[odd#Pipes C a]].\n"
    assert vault.links.resolve("odd", "Pipes C a")


async def test_an_alias_is_the_text_of_the_link(editor: Editor, vault: Vault) -> None:
    (vault.root / "home.md").write_text("---\naliases: [Map of Content]\n---\n# Home\n")
    vault.index(embed=False)
    (item,) = await completed(editor, "[[Map of Cont¦")
    assert item.label == "Map of Content"
    assert edit_of(item).new_text == "[[home|Map of Content]]"[2:]
