"""What a person does on a first evening with the app."""

from ragtui_core.vault import Vault
from ragtui_tui.widgets.passage_list import PassageList
from support.screens import OpenApp


async def test_from_an_unindexed_vault_to_a_source(
    vault: Vault, open_app: OpenApp
) -> None:
    assert not vault.is_indexed()
    async with open_app(vault, settled=False) as terminal:
        assert terminal.place == "search"
        await terminal.until(lambda: len(terminal.cards) == 4)

        await terminal.search("winter storage")
        assert terminal.chosen == "handbook.md"
        assert "━━" in terminal.text

        await terminal.press("enter")
        await terminal.until(lambda: "away from frost" in terminal.text)
        assert terminal.place == "reader"
        assert any("away from frost" in row for row in terminal.marked)
        assert "▌ Winter storage" in terminal.text

        await terminal.press("f4")
        await terminal.paste("How long does the lithium battery last?")
        await terminal.press("enter")
        await terminal.until(lambda: "twenty-six months" in terminal.text)
        await terminal.until(lambda: "verified" in terminal.text)
        await terminal.until(lambda: "no language model" in terminal.text)

        quotations = terminal.main.query(PassageList).last()
        quotations.focus()
        await terminal.press("down", "enter")
        await terminal.until(lambda: terminal.place == "reader")
        await terminal.until(lambda: "decisions/cells.md:" in terminal.text)

        await terminal.press("escape")
        assert terminal.place == "chat"
        await terminal.press("f2")
        assert terminal.place == "search"
        await terminal.press("ctrl+q")
    assert not terminal.app.is_running


async def test_an_edit_shows_while_the_app_is_open(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        (vault.root / "new.md").write_text("# Quokka\n\nA quokka was seen.\n")
        await terminal.until(lambda: "new.md" in terminal.cards)
        await terminal.search("quokka")
        assert terminal.chosen == "new.md"


async def test_the_vault_is_left_as_it_was(vault: Vault, open_app: OpenApp) -> None:
    def contents() -> dict[str, bytes]:
        files = (path for path in vault.root.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}

    before = contents()
    async with open_app(vault) as terminal:
        await terminal.search("wiper")
        await terminal.press("enter")
        await terminal.until(lambda: "howto/wiper.md:" in terminal.text)
    assert contents() == before
