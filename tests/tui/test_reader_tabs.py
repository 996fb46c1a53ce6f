"""Several documents open at once, and how they are when the app comes again."""

from functools import partial

from ragtui_core import Vault
from ragtui_tui.messages import OpenPassage
from ragtui_tui.reader_view.reader_navigation import MAX_TABS, HistoryEntry, OpenTabs
from support.screens import OpenApp, Terminal

PATHS = "handbook.md", "howto/wiper.md", "people/zoe.md"
WORDS = "Walk along", "grub screw", "laboratory"


async def read_all(terminal: Terminal, first: int = 0) -> None:
    """Open the documents one after the other."""

    def is_shown(words: str) -> bool:
        return terminal.view == "reader" and words in terminal.text

    for path, words in zip(PATHS[first:], WORDS[first:], strict=True):
        terminal.main.post_message(OpenPassage(path, None))
        await terminal.until(partial(is_shown, words))


async def test_tabs_are_switched_by_keys_and_mouse(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        terminal.main.post_message(OpenPassage(PATHS[0], None))
        await terminal.until(lambda: terminal.view == "reader")
        assert "1 handbook.md" not in terminal.text, "one tab needs no strip"
        await read_all(terminal, 1)
        await terminal.until(lambda: "1 handbook.md" in terminal.rows[1])
        assert "3 zoe.md" in terminal.rows[1]
        await terminal.press("comma")
        await terminal.until(lambda: "grub screw" in terminal.text)
        await terminal.press("full_stop")
        await terminal.until(lambda: "laboratory" in terminal.text)
        await terminal.press("full_stop")
        await terminal.until(lambda: "Walk along" in terminal.text)
        await terminal.press("2")
        await terminal.until(lambda: "grub screw" in terminal.text)
        await terminal.press("9")
        await terminal.click_words("zoe.md")
        await terminal.until(lambda: "laboratory" in terminal.text)


async def test_closing_and_opening_again(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await read_all(terminal)
        await terminal.press("1")
        await terminal.until(lambda: "Walk along" in terminal.text)
        await terminal.press("x")
        await terminal.until(lambda: "laboratory" in terminal.text)
        assert "handbook" not in terminal.text
        await terminal.command("reopen_tab")
        await terminal.until(lambda: "Walk along" in terminal.text)
        await terminal.press("x")
        await terminal.until(lambda: "laboratory" in terminal.text)
        await terminal.press("x")
        await terminal.until(lambda: "grub screw" in terminal.text)
        await terminal.press("x")
        await terminal.until(lambda: "Nothing is open" in terminal.text)
        await terminal.press("escape")
        assert terminal.view == "search"


async def test_tabs_and_the_side_pane_are_remembered(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (140, 30)) as terminal:
        await read_all(terminal)
        await terminal.press("2")
        await terminal.command("resize_side(4)")
        await terminal.press("i", "escape", "m")
        await terminal.until(lambda: "# Change a wiper" in terminal.text)
        width = terminal.document_view.size.width
        await terminal.press("ctrl+q")
    async with open_app(vault, (140, 30)) as terminal:
        await terminal.press("f3")
        await terminal.until(lambda: "# Change a wiper" in terminal.text)
        assert "1 handbook.md" in terminal.text
        assert "3 zoe.md" in terminal.text
        await terminal.until(lambda: terminal.document_view.size.width == width)
        await terminal.until(lambda: "No note links here" in terminal.text)


async def test_a_tab_of_a_deleted_file_closes(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await read_all(terminal, 1)
        await terminal.press("ctrl+q")
    (vault.root / PATHS[2]).unlink()
    async with open_app(vault) as terminal:
        await terminal.press("f3")
        await terminal.until(lambda: "grub screw" in terminal.text)
        assert "people/zoe.md" in terminal.toasts[0]


def test_a_document_has_one_tab_and_the_longest_unseen_goes() -> None:
    tabs = OpenTabs()
    for n in range(MAX_TABS):
        tabs.open(HistoryEntry(f"{n}.md"))
    tabs.open(HistoryEntry("0.md", line=7))
    assert [tab.here.path for tab in tabs.all] == [f"{n}.md" for n in range(MAX_TABS)]
    assert tabs.current is tabs.all[0]
    tabs.open(HistoryEntry("new.md"))
    paths = [tab.here.path for tab in tabs.all]
    assert len(paths) == MAX_TABS
    assert "1.md" not in paths
    assert paths[:2] == ["0.md", "new.md"]


def test_nonsense_is_not_restored() -> None:
    tabs = OpenTabs()
    for state in ({}, {"tabs": "x"}, {"tabs": [1, None], "tab": "x"}, {"tab": 3}):
        tabs.restore(state)
        assert tabs.current is None
        assert tabs.state() == {"tabs": [], "tab": -1}
    tabs.restore({"tabs": ["a.md", "b.md"], "tab": 0})
    assert tabs.state() == {"tabs": ["a.md", "b.md"], "tab": 0}
