"""Searching: cards as one types, moving among them, their order, what is said."""

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.search import LOW_CONFIDENCE
from ragtui_core.search.options import Sort
from ragtui_core.search.saved_searches import SavedSearch
from ragtui_core.search_results import NEAREST, Hit
from ragtui_tui.messages import AskQuestion
from ragtui_tui.pane_manager import SessionState
from ragtui_tui.question_scope import ScopeKind
from ragtui_tui.search_view.query_form import QueryLine
from ragtui_tui.search_view.result_card import draw
from ragtui_tui.search_view.search_results import MAX_NOTE_LINES, NO_NOTES, ResultNotes
from ragtui_tui.search_view.search_runner import NOT_INDEXED_YET
from ragtui_tui.widgets.document_heading import DocumentHeading
from support.chatting import is_over
from support.screens import OpenApp, Terminal
from support.vaults import Files, IndexVault, MakeVault


def line(terminal: Terminal) -> QueryLine:
    return terminal.main.query_one(QueryLine)


def notes(terminal: Terminal) -> str:
    return " ".join(str(terminal.main.query_one(ResultNotes).render()).split())


async def clear(terminal: Terminal) -> None:
    """Empty the line, and wait for the notes that changed last."""
    await terminal.sees("Recently changed", "f2", "ctrl+u")


async def test_what_changed_last_and_what_is_typed_pasted_and_removed(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (80, 48)) as terminal:
        await terminal.until(lambda: len(terminal.cards) == 4)
        await terminal.until(lambda: re.search(r"just now|\d min", terminal.text))
        words = ("Recently changed", "Sensors keep lithium cells.")
        assert all(each in terminal.text for each in words)
        assert "changed 1 Mar 2026" in terminal.text  # full cards, on a tall screen
        assert terminal.app.focused is line(terminal)
        await terminal.resize(80, 30)
        await terminal.until(lambda: "changed 1 Mar 2026" not in terminal.text)
        await terminal.search("wip")
        await terminal.type("er blade")
        await terminal.until(lambda: terminal.chosen == "howto/wiper.md")
        await terminal.click_at(10, 6)
        await terminal.goes_to("reader")
        await clear(terminal)
        query = line(terminal)
        await terminal.type_ahead("a", "b", "backspace", "c", "left", "d", "home", "e")
        assert query.value == "eadc"
        await clear(terminal)
        await terminal.paste("  The boiler pump was\r\nreplaced\tby\n\nBrenner\n")
        await terminal.until(lambda: query.value)
        assert query.value == "  The boiler pump was replaced by Brenner"
        await terminal.press("home")
        await terminal.paste("of ")
        assert query.value.startswith("of   The boiler")
        await clear(terminal)
        await terminal.search("wiper blade")
        await terminal.until(lambda: terminal.chosen == "howto/wiper.md")
        await terminal.press("tab", "escape")  # It goes to the line before it clears.
        assert (terminal.app.focused, query.value) == (query, "wiper blade")
        await terminal.press("escape")
        assert query.value == ""
        await terminal.press("up")  # What was cleared comes back.
        assert query.value == "wiper blade"


async def test_keys_move_among_cards_while_one_types(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    files: Files = {f"{n}.md": f"# Note {n}\n\nWords.\n" for n in range(25)}
    async with open_app(make_vault(files)) as terminal:
        await terminal.until(lambda: len(terminal.cards) == 25)
        await terminal.press("down", "down", "up")
        assert terminal.chosen == terminal.cards[1]
        await terminal.press("pagedown", "pageup")
        assert terminal.app.focused is line(terminal)
        for keys, chosen in {
            "tab G": -1,
            "g j k j": 1,
            "end": -1,  # Cards out of view are there for every key.
            "g up": -1,
            " ".join(["g", *["pagedown"] * 9]): -1,
        }.items():
            await terminal.press(*keys.split())
            assert terminal.chosen == terminal.cards[chosen], keys
        await terminal.press("slash")
        assert terminal.app.focused is line(terminal)
        await terminal.resize(80, 60)
        await terminal.until(lambda: terminal.text.count("Note") >= 14)


async def test_enter_waits_for_the_cards_of_what_is_typed_and_back_returns(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:

        async def escape_to(view: str) -> None:
            await terminal.press("escape")
            await terminal.until(lambda: terminal.view == view)

        await terminal.until(lambda: terminal.chosen != "handbook.md")
        await terminal.paste("winter storage")
        await terminal.goes_to("reader", "enter")
        await terminal.sees("handbook.md:")
        await terminal.press("a", "f5")
        for view in ("chat", "reader", "search", "search"):
            await escape_to(view)
        await clear(terminal)
        await terminal.paste("how long does the lithium battery last")
        await terminal.press("ctrl+g")
        assert terminal.view == "chat"
        await terminal.until(lambda: "[1✓]" in terminal.text and is_over(terminal))
        await escape_to("search")
        await terminal.sees("Open by name", "ctrl+o")
        await terminal.type("decells")
        await terminal.goes_to("reader", "enter")
        await terminal.sees("decisions/cells.md")


async def test_former_searches_come_back(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        for query in ("lithium", "wiper"):
            await terminal.opens(query)
            await clear(terminal)
        for keys, query in (("up", "wiper"), ("up up", "lithium")):
            await terminal.press(*keys.split())
            assert line(terminal).value == query
        await clear(terminal)
        await terminal.search("battery tag:power")
        await terminal.press("ctrl+r", "ctrl+f", "ctrl+q")
    async with open_app(vault) as terminal:
        assert line(terminal).value == "battery tag:power"
        for words in ("newest first", "tag:power ✗", "Folders"):
            await terminal.sees(words)
        await terminal.type("winter storage")  # It replaces the line.
        await terminal.until(lambda: terminal.chosen == "handbook.md")
        assert "newest first" not in terminal.text
        await terminal.press("escape", "up", "up")
        assert line(terminal).value == "wiper"


@pytest.mark.parametrize("damaged", ["", "[]", '{"search": 7, "reader": []}', "{\x00"])
def test_a_damaged_state_is_none_and_one_that_cannot_be_written_is_let_go(
    tmp_path: Path, damaged: str
) -> None:
    (tmp_path / "index.screen.json").write_text(damaged)
    assert SessionState(tmp_path / "index.db").of("search") == {}
    (tmp_path / "file").touch()
    SessionState(tmp_path / "file" / "index.db").save({"search": {"query": "x"}})
    assert SessionState(tmp_path / "file" / "index.db").of("search") == {}


async def test_the_list_ends_after_good_matches(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("lithium battery")
        good = len(terminal.cards)
        found = terminal.main.query_one("#cards").entries  # type: ignore[attr-defined]
        assert all(e.score >= LOW_CONFIDENCE for e in found if isinstance(e, Hit))
        row = next(n for n, r in enumerate(terminal.rows) if " weaker results" in r)
        assert row == 5 + 2 * good
        await terminal.press(*["down"] * good, "enter")
        await terminal.until(lambda: len(terminal.cards) > good)
        assert "weaker results" not in terminal.text
        assert terminal.chosen == terminal.cards[good]
        await terminal.press("up")
        assert terminal.chosen == terminal.cards[good - 1]
        await clear(terminal)
        await terminal.search("lithium battery ")
        assert "weaker results" in terminal.text
        await clear(terminal)
        await terminal.search("zeppelin months")  # All are weak: the nearest are shown.
        await terminal.sees("weaker results")
        assert 0 < len(terminal.cards) <= NEAREST
        shown = terminal.main.query_one(ResultNotes)
        await terminal.until(lambda: shown.has_class("-warning"))
        assert "Nothing clearly relevant was found" in notes(terminal)
        sentences = tuple(f"Sentence {n} has a length as usual." for n in range(9))
        shown.show_notes(replace(vault.search("zeppelin months"), notes=sentences))
        await terminal.until(lambda: shown.size.height == MAX_NOTE_LINES)
        assert notes(terminal) == " ".join(sentences[:4])


async def test_cards_on_small_screens(
    index_vault: IndexVault, open_app: OpenApp
) -> None:
    far = "Walk along the quay and note what you see, also in the rain. " * 3
    files: Files = {
        **{f"{n}.md": f"# Note {n}\n\nThe tern nests at pier {n}.\n" for n in range(9)},
        **{f"day{n}.md": f"# Day {n}\n\nTea at home.\n" for n in range(40)},
        "far.md": f"# A\n\n{far}Then feed the pelican.\n",
        "tart.md": "# Walnut tart\n\nWalnuts, with tea.\n",
    }
    vault = index_vault(files)
    async with open_app(vault) as terminal:
        await terminal.search("tern nests pier")
        await terminal.until(lambda: terminal.text.count(".md:") >= 6)
        assert "nests" in terminal.rows[6]
        assert line(terminal).border_subtitle == "9 results"
        await clear(terminal)
        await terminal.search("pelican")
        assert "pelican" in terminal.rows[6]
        await terminal.press("tab", "c")
        (copied,) = terminal.app.clipboard.splitlines()
        assert copied.startswith("- [A](far.md): ")
        await terminal.press("escape")
        await clear(terminal)
        await terminal.search("walnut tart")
        await terminal.sees("weaker results")
        shown = len(terminal.cards)
        await terminal.click_words("weaker results")
        await terminal.until(lambda: len(terminal.cards) > shown)
        assert "first 30 results" in terminal.text


async def test_a_wide_screen_shows_a_preview(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (140, 30)) as terminal:
        await terminal.sees("─Notes─")
        await terminal.search("frost")
        await terminal.sees("▌ Winter storage")
        heading = terminal.main.query_one("Preview DocumentHeading", DocumentHeading)
        title = terminal.chosen or ""
        await terminal.until(lambda: title in str(heading.render()))
        await terminal.sees("─Filters", "ctrl+f")
        row = next(row for row in terminal.rows if "─Filters" in row)
        assert row.index("Filters") < row.index("Results") < row.index("Preview")
        await terminal.resize(80, 24)
        await terminal.until(lambda: not heading.parent or not heading.parent.display)
        assert terminal.chosen == title


@pytest.mark.parametrize("is_empty", [True, False])
async def test_without_an_index_it_says_so(
    make_vault: MakeVault,
    new_vault: Vault,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
    is_empty: bool,
) -> None:
    words = NO_NOTES if is_empty else NOT_INDEXED_YET
    if is_empty:
        for file in new_vault.root.rglob("*.md"):
            file.unlink()
    else:
        start = "ragtui_core.vault.index_follower.IndexFollower.start"
        monkeypatch.setattr(start, lambda _: None)
    async with open_app(new_vault, settled=is_empty) as terminal:
        await terminal.sees(words)
        await terminal.press("enter")
        assert terminal.view == "search"


async def test_orders_corrections_old_notes(vault: Vault, open_app: OpenApp) -> None:
    for path, text in {
        "new.md": "# New of 3 May 2026\n\nA lithium battery for months in it.\n",
        "old.md": "---\ntitle: Old pack\nstatus: archived\nupdated: 2020-01-01\n---\n"
        "# Old pack\n\nThe old lithium pack.\n",
        "pump.md": "---\ndate: 2026-03-01\nupdated: 2026-05-11\n---\n# Recent pump\n",
    }.items():
        (vault.root / path).write_text(text)
    async with open_app(vault, (100, 48)) as terminal:
        await terminal.search("lithium battery lasts months")
        assert terminal.chosen == "decisions/cells.md"
        assert "^R" not in terminal.text
        await terminal.press("ctrl+r")
        await terminal.until(lambda: terminal.chosen != "decisions/cells.md")
        for words, after in (("newest first", "oldest first"), ("oldest first", "")):
            await terminal.sees(words)
            await terminal.click_words(words)
            await terminal.sees(after)
        await terminal.until(lambda: terminal.chosen == "decisions/cells.md")
        await clear(terminal)
        await terminal.search("latest lithium battery")
        assert "━" not in "".join(terminal.rows[7:-2])  # Days order the cards.
        await clear(terminal)
        await terminal.search("recent pump")
        assert "dated 1 Mar 2026, changed 11 May 2026" in terminal.text
        await clear(terminal)
        await terminal.search("old lithium pack")
        assert "archived" not in "".join(terminal.rows[7:-2])
        assert "add status:archived" in notes(terminal)
        await terminal.click_words("weaker results")
        await terminal.sees("weak ━")
        await clear(terminal)
        await terminal.search("pack status:archived")
        assert terminal.chosen == "old.md"
        await terminal.sees(" archived  Old pack")
        await clear(terminal)
        await terminal.search("calibrats sondse ")
        assert "Showing results for “calibrates sondes”" in notes(terminal)
        assert "Search instead for “calibrats sondse”" in notes(terminal)
        assert terminal.chosen == "people/zoe.md"
        await terminal.press("ctrl+n")
        await terminal.until(lambda: "Showing results for" not in notes(terminal))
        assert "Nothing clearly relevant was found" in notes(terminal)
        # Other words may be corrected again; a click does the same as the key.
        await terminal.type("whiper ")
        await terminal.sees("Search instead for")
        await terminal.click_words("Search instead")
        await terminal.until(lambda: "Search instead for" not in notes(terminal))


async def test_cards_that_come_while_another_view_is_open_have_their_width(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("winter storage")
        await terminal.goes_to("chat", "f4")
        (vault.root / "new.md").write_text("# Winter storage of the pump\n")
        await terminal.until(lambda: "new.md" in terminal.cards)
        await terminal.press("f2")
        assert re.search(r"━ \d\.\d\d", terminal.text)


async def test_searches_are_saved_and_deleted(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+s")
        assert terminal.toasts == ["Search for something first."]
        await terminal.search("wiper folder:howto")
        await terminal.press("ctrl+s", "escape")
        assert vault.saved_searches.all() == ()
        await terminal.press("ctrl+r", "ctrl+s")
        assert "Save this search" in terminal.text
        await terminal.type("Blades")
        await terminal.press("enter")
        await terminal.until(lambda: "Saved: Blades" in terminal.toasts)
        expected = SavedSearch("Blades", "wiper folder:howto", Sort.NEWEST)
        assert vault.saved_searches.all() == (expected,)
        await terminal.press("ctrl+r", "ctrl+r", "escape")
        await terminal.until(lambda: terminal.chosen == "Blades")
        assert "saved search" in terminal.text
        await terminal.press("enter")
        await terminal.until(lambda: terminal.cards == ["howto/wiper.md"])
        assert line(terminal).value == "wiper folder:howto"
        assert "newest first" in terminal.text
        await terminal.press("escape")
        await terminal.until(lambda: terminal.chosen == "Blades")
        await terminal.press("tab", "delete")
        await terminal.until(lambda: "Blades" not in terminal.cards)
        assert vault.saved_searches.all() == ()
        vault.index_path.with_name("searches.json").write_text("{")
        await terminal.sees("fix or delete it", "escape", "x", "backspace")


ASKED = (
    ("lithium tag:power", "tab a", "", ("decisions/cells.md",), ("tag:power",)),
    ("tag:power", "tab a", "", (), ("tag:power",)),
    ("lithium tag:power", "ctrl+g", "lithium", (), ("tag:power",)),
    ("tag:power", "ctrl+g", "", (), ("tag:power",)),
)
"""Queries, keys, and the question with the paths and filters of its scope."""


async def test_results_can_be_asked_about(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[AskQuestion] = []
    async with open_app(vault) as terminal:
        pane = terminal.main.query_one("#search")
        post = pane.post_message

        def keep(message: object) -> bool:
            if isinstance(message, AskQuestion):
                asked.append(message)
            return post(message)  # type: ignore[arg-type]

        monkeypatch.setattr(pane, "post_message", keep)
        await terminal.press("tab", "a")
        assert terminal.toasts == ["Search for something first."]
        for query, keys, question, paths, filters in ASKED:
            await clear(terminal)
            await terminal.search(query)
            await terminal.goes_to("chat", *keys.split())
            message = asked.pop()
            scope = message.scope
            assert (message.question, scope.kind) == (question, ScopeKind.RESULTS)
            assert (scope.query, scope.filters) == (query, filters)
            assert scope.paths == paths


def test_tasks_have_the_day_when_they_are_due(index_vault: IndexVault) -> None:
    days = "2026-11-20", "2026-12-01", "30 November"
    tasks = "".join(f"- [ ] a (due {day})\n" for day in days)
    vault = index_vault({"2026-10-01.md": f"{tasks}- [ ] b\n- [x] c (due {days[0]})\n"})
    now = datetime(2026, 11, 28, 12).timestamp()
    shown = []
    for query in ("is:open", "is:done"):
        for hit in vault.search(query).hits:
            card = draw(hit, 60, now, compact=True, by_date=True)
            shown.append(card.plain.splitlines()[0].partition(".md:")[2][1:].strip())
    assert sorted(shown[:4]) == [
        "",
        "due 1 Dec 2026",
        "due 30 Nov",
        "overdue 20 Nov 2026",
    ]
    assert shown[4:] == ["due 20 Nov 2026"]
