"""Order, passages, corrections, reasons, saved searches, asking about results."""

import pytest

from ragtui_core import Vault
from ragtui_core.search.options import Sort
from ragtui_core.search.saved_searches import SavedSearch
from ragtui_core.search_results import Mode
from ragtui_tui.messages import AskQuestion
from ragtui_tui.question_scope import ScopeKind
from ragtui_tui.search_view.search_results import ResultNotes
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput
from support.screens import OpenApp, Terminal

OLD = "---\ntitle: Old pack\nstatus: archived\nupdated: 2020-01-01\n---\n# Old pack\n\n"


def line(terminal: Terminal) -> str:
    return terminal.main.query_one("#query", LineInput).value


def shown(terminal: Terminal) -> str:
    return str(terminal.main.query_one(ResultNotes).render())


def column_row(terminal: Terminal, words: str) -> tuple[int, int]:
    return next(
        (row.index(words), y) for y, row in enumerate(terminal.rows) if words in row
    )


async def test_the_newest_can_come_first(vault: Vault, open_app: OpenApp) -> None:
    text = "# New of 3 May 2026\n\nA lithium battery for months in the harbour.\n"
    (vault.root / "new.md").write_text(text)
    async with open_app(vault) as terminal:
        await terminal.search("lithium battery months")
        assert terminal.chosen == "decisions/cells.md"
        assert "^R" not in terminal.text
        await terminal.press("ctrl+r")
        await terminal.until(lambda: terminal.chosen != "decisions/cells.md")
        assert "newest first" in terminal.text
        await terminal.click_at(*column_row(terminal, "newest first"))
        await terminal.until(lambda: "oldest first" in terminal.text)
        await terminal.click_at(*column_row(terminal, "oldest first"))
        await terminal.until(lambda: terminal.chosen == "decisions/cells.md")


async def test_results_by_date_are_not_called_the_best_first(
    vault: Vault, open_app: OpenApp
) -> None:
    (vault.root / "new.md").write_text("# New of 3 May 2026\n\nA lithium battery.\n")
    async with open_app(vault) as terminal:
        await terminal.search("latest lithium battery")
        await terminal.until(lambda: "by date" in terminal.text)
        await terminal.press("escape")
        await terminal.search("lithium battery")
        await terminal.until(lambda: "by date" not in terminal.text)


async def test_a_correction_is_shown_and_can_be_undone(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("calibrats sondse ")
        assert "Showing results for “calibrates sondes”" in shown(terminal)
        assert "Search instead for “calibrats sondse”" in shown(terminal)
        assert terminal.chosen == "people/zoe.md"
        await terminal.press("ctrl+n")
        await terminal.until(lambda: "Showing results for" not in shown(terminal))
        assert "No passage contains these words" in shown(terminal)
        # Other words may be corrected again; a click does the same as the key.
        await terminal.type("whiper ")
        await terminal.until(lambda: "Search instead for" in terminal.text)
        await terminal.click_at(*column_row(terminal, "Search instead"))
        await terminal.until(lambda: "Search instead for" not in shown(terminal))


async def test_archived_and_weak_cards_say_so(vault: Vault, open_app: OpenApp) -> None:
    (vault.root / "old.md").write_text(OLD + "The old lithium pack.\n")
    async with open_app(vault, (100, 40)) as terminal:
        await terminal.search("old lithium pack")
        assert "archived" not in "".join(terminal.rows[7:-2])
        assert "add status:archived" in shown(terminal)
        await terminal.click_words("weaker results")
        await terminal.until(lambda: "weak ━" in terminal.text)
        await terminal.press("escape", "escape")
        await terminal.search("pack status:archived")
        assert terminal.chosen == "old.md"
        await terminal.until(lambda: " archived  Old pack" in terminal.text)
        assert "changed 1 Jan 2020" in terminal.text


async def test_a_search_is_saved_run_and_deleted(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("wiper folder:howto")
        await terminal.press("ctrl+t", "ctrl+r", "ctrl+s")
        assert "Save this search" in terminal.text
        await terminal.type("Blades")
        await terminal.press("enter")
        await terminal.until(lambda: "Saved: Blades" in terminal.toasts)
        expected = SavedSearch(
            "Blades", "wiper folder:howto", Mode.KEYWORD, Sort.NEWEST
        )
        assert vault.saved_searches.all() == (expected,)

        await terminal.press("ctrl+t", "ctrl+t", "ctrl+r", "escape")
        await terminal.until(lambda: terminal.chosen == "Blades")
        assert "saved search" in terminal.text
        assert len(terminal.cards) == 5
        await terminal.press("enter")
        await terminal.until(lambda: terminal.cards == ["howto/wiper.md"])
        assert line(terminal) == "wiper folder:howto"
        assert "words only" in terminal.text
        assert "newest first" in terminal.text

        await terminal.press("escape")
        await terminal.until(lambda: terminal.chosen == "Blades")
        await terminal.press("tab", "delete")
        await terminal.until(lambda: "Blades" not in terminal.cards)
        assert vault.saved_searches.all() == ()


async def test_saving_can_be_cancelled_and_wants_a_search(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+s")
        assert terminal.toasts == ["Search for something first."]
        await terminal.search("wiper")
        await terminal.press("ctrl+s", "escape")
        assert vault.saved_searches.all() == ()
        assert line(terminal) == "wiper"


async def test_unreadable_saved_searches_are_reported(
    vault: Vault, open_app: OpenApp
) -> None:
    vault.saved_searches.save(SavedSearch("x", "y"))
    vault.index_path.with_name("searches.json").write_text("{")
    async with open_app(vault) as terminal:
        await terminal.until(lambda: "fix or delete it" in terminal.text)
        await terminal.search("wiper")
        await terminal.press("ctrl+s", "enter")
        await terminal.until(lambda: terminal.toasts)
        assert "is damaged" in terminal.toasts[0].replace("are", "is")


@pytest.mark.parametrize(
    ("query", "keys", "question", "paths", "filters"),
    [
        ("lithium tag:power", "tab a", "", ("decisions/cells.md",), ("tag:power",)),
        ("tag:power", "tab a", "", (), ("tag:power",)),
        ("lithium tag:power", "ctrl+g", "lithium", (), ("tag:power",)),
    ],
)
async def test_results_can_be_asked_about(
    vault: Vault,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
    query: str,
    keys: str,
    question: str,
    paths: tuple[str, ...],
    filters: tuple[str, ...],
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
        await terminal.search(query)
        await terminal.press(*keys.split())
        await terminal.until(lambda: terminal.view == "chat")
    (message,) = asked
    assert message.question == question
    assert message.scope.kind is ScopeKind.RESULTS
    assert (message.scope.query, message.scope.filters) == (query, filters)
    assert message.scope.paths == paths


async def test_without_results_there_is_nothing_to_ask_about(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("tab", "a")
        assert terminal.view == "search"
        assert terminal.toasts == ["Search for something first."]


async def test_everything_is_there_again(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("battery tag:power")
        await terminal.press("ctrl+r", "ctrl+f", "ctrl+q")
    async with open_app(vault) as terminal:
        assert line(terminal) == "battery tag:power"
        for words in ("newest first", "tag:power ✗", "Folders"):
            await terminal.until(lambda words=words: words in terminal.text)  # type: ignore[misc]


async def test_a_card_shows_its_dates(vault: Vault, open_app: OpenApp) -> None:
    dates = "date: 2026-03-01\nupdated: 2026-05-11"
    (vault.root / "recent.md").write_text(f"---\n{dates}\n---\n# Recent pump\n")
    async with open_app(vault, (80, 48)) as terminal:  # full cards
        await terminal.search("recent pump")
        assert terminal.chosen == "recent.md"
        assert "dated 1 Mar 2026, changed 11 May 2026" in terminal.text


async def test_panes_have_titles_on_a_wide_screen(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (140, 30)) as terminal:
        await terminal.until(lambda: "─Notes─" in terminal.text)
        await terminal.search("wiper")
        await terminal.press("ctrl+f")
        await terminal.until(lambda: "─Filters" in terminal.text)
        row = next(row for row in terminal.rows if "─Filters" in row)
        assert row.index("Filters") < row.index("Results") < row.index("Preview")
        await terminal.press("f5")
        await terminal.until(lambda: "─Coverage" in terminal.text)
