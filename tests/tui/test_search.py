"""Searching: cards as one types, moving among them, modes, words about results."""

import re
from dataclasses import replace

import pytest

from ragtui_core import Vault
from ragtui_core.search import LOW_CONFIDENCE
from ragtui_core.search_results import NEAREST, Hit, Mode
from ragtui_tui.search_view.query_form import QueryLine
from ragtui_tui.search_view.result_card import CardList
from ragtui_tui.search_view.search_pane import SearchPane
from ragtui_tui.search_view.search_results import (
    MAX_NOTE_LINES,
    ResultNotes,
    ResultsView,
)
from ragtui_tui.search_view.search_runner import NOT_INDEXED_YET
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput
from ragtui_tui.widgets.document_heading import DocumentHeading
from support.chatting import is_over
from support.screens import OpenApp
from support.vaults import Files, MakeVault


async def test_an_empty_query_shows_what_changed_last(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.until(lambda: len(terminal.cards) == 4)
        assert "Recently changed" in terminal.text
        await terminal.until(lambda: re.search(r"just now|\d min", terminal.text))
        assert terminal.app.focused is terminal.main.query_one("#query")


async def test_keys_typed_ahead_are_taken_in_order(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        line = terminal.main.query_one(QueryLine)
        await terminal.type_ahead("a", "b", "backspace", "c", "left", "d", "home", "e")
        assert line.value == "eadc"
        await terminal.type_ahead("ctrl+u", "x", "ctrl+z", "end", "y")
        assert line.value == "eadcy"


async def test_pasted_lines_are_one_line(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        line = terminal.main.query_one(QueryLine)
        await terminal.paste("  The boiler pump was\r\nreplaced\tby\n\nBrenner\n")
        await terminal.until(lambda: line.value)
        assert line.value == "  The boiler pump was replaced by Brenner"
        await terminal.press("home")
        await terminal.paste("of ")
        assert line.value == "of   The boiler pump was replaced by Brenner"


async def test_keys_move_among_cards_while_one_types(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.until(lambda: len(terminal.cards) == 4)
        await terminal.press("down", "down", "up")
        assert terminal.chosen == terminal.cards[1]
        await terminal.press("pagedown", "pageup")
        assert terminal.app.focused is terminal.main.query_one("#query")
        await terminal.press("tab", "G")
        assert terminal.chosen == terminal.cards[-1]
        await terminal.press("g", "j", "k", "j")
        assert terminal.chosen == terminal.cards[1]
        await terminal.press("slash")
        assert terminal.app.focused is terminal.main.query_one("#query")


async def test_cards_out_of_view_are_there_for_every_key(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    vault = make_vault({f"{n}.md": f"# Note {n}\n\nWords.\n" for n in range(25)})
    for keys, chosen in ((["end"], -1), (["up"], -1), (["pagedown"] * 9, -1)):
        async with open_app(vault) as terminal:
            await terminal.until(lambda: len(terminal.cards) == 25)
            await terminal.press("tab", *keys)
            assert terminal.chosen == terminal.cards[chosen]


async def test_cards_are_drawn_again_for_another_size(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    vault = make_vault({f"{n}.md": f"# Note {n}\n\nWords.\n" for n in range(25)})
    async with open_app(vault) as terminal:
        cards = terminal.main.query_one(CardList)
        await terminal.until(lambda: cards.option_count == 25)
        await terminal.resize(80, 60)
        await terminal.until(lambda: terminal.text.count("Note") >= 14)


async def test_typing_continues_while_results_arrive(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("wip")
        await terminal.type("er blade")
        await terminal.until(lambda: terminal.chosen == "howto/wiper.md")
        assert terminal.main.query_one(LineInput).value == "wiper blade"


async def test_enter_waits_for_the_cards_of_what_is_typed(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.until(lambda: terminal.chosen != "handbook.md")
        await terminal.paste("winter storage")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: "handbook.md:" in terminal.text)


async def test_escape_empties_the_query(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("wiper")
        await terminal.press("escape")
        await terminal.until(lambda: "Recently changed" in terminal.text)
        assert terminal.main.query_one(LineInput).value == ""


async def test_the_mode_can_be_changed(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("harbour")
        assert "^T" not in terminal.rows[4]
        await terminal.press("ctrl+t")
        assert "words only" in terminal.text
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        await terminal.press("ctrl+t")
        assert "meaning only" in terminal.text
        await terminal.until(lambda: terminal.cards == ["handbook.md"])


async def test_a_weak_result_says_so_in_words(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("zeppelin months")
        notes = terminal.main.query_one("#notes")
        await terminal.until(lambda: notes.has_class("-warning"))
        assert "Nothing clearly relevant was found" in str(notes.render())


async def test_words_about_results_are_whole_sentences_on_two_lines(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (80, 24)) as terminal:
        await terminal.search("zeppelin months")
        notes = terminal.main.query_one(ResultNotes)
        sentences = tuple(f"Sentence {n} has a length as usual." for n in range(9))
        notes.show_notes(replace(vault.search("zeppelin months"), notes=sentences))
        await terminal.until(lambda: "Sentence 0" in terminal.text)
        shown = " ".join(str(notes.render()).split())
        assert shown == " ".join(sentences[:4])
        await terminal.until(lambda: notes.size.height == MAX_NOTE_LINES)


async def test_a_wide_screen_shows_the_chosen_document(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (140, 30)) as terminal:
        await terminal.search("frost")
        await terminal.until(lambda: "▌ Winter storage" in terminal.text)
        heading = terminal.main.query_one("Preview DocumentHeading", DocumentHeading)
        title = terminal.chosen or ""
        await terminal.until(lambda: title in str(heading.render()))
        await terminal.resize(80, 24)
        await terminal.until(lambda: not heading.parent or not heading.parent.display)
        assert terminal.chosen == title


async def test_a_click_opens_a_card(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("wiper")
        await terminal.click_at(10, 6)
        await terminal.until(lambda: terminal.view == "reader")


async def test_what_is_typed_can_be_asked(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await terminal.paste("how long does the lithium battery last")
        await terminal.press("ctrl+g")
        assert terminal.view == "chat"
        await terminal.until(lambda: " sources" in terminal.text)
        await terminal.until(lambda: is_over(terminal))
        await terminal.press("escape")
        await terminal.until(lambda: terminal.view == "search")


async def test_an_empty_vault_says_that_it_is(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    async with open_app(make_vault({})) as terminal:
        await terminal.until(lambda: "Nothing is indexed yet." in terminal.text)
        await terminal.press("enter")
        assert terminal.view == "search"


async def test_a_vault_that_is_not_indexed_yet_says_so(
    new_vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ragtui_core.vault.index_follower.IndexFollower.start", lambda _: None
    )
    async with open_app(new_vault, settled=False) as terminal:
        await terminal.until(lambda: NOT_INDEXED_YET in terminal.text)
        await terminal.type("wiper")
        await terminal.press("enter")
        assert terminal.view == "search"


async def test_the_vaults_own_mode_is_used(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    vault = make_vault({"a.md": "# A\n", ".ragtui.toml": '[search]\nmode = "keyword"'})
    assert vault.settings.search.mode is Mode.KEYWORD
    async with open_app(vault) as terminal:
        assert terminal.main.query_one(SearchPane).state.mode is Mode.KEYWORD
        assert "words only" not in terminal.text
        await terminal.press("ctrl+t")
        await terminal.until(lambda: "meaning only" in terminal.text)


async def test_a_cleared_query_can_be_brought_back(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("wiper blade")
        await terminal.press("escape")
        await terminal.until(lambda: "Recently changed" in terminal.text)
        await terminal.press("ctrl+z")
        await terminal.until(lambda: "wiper blade" in terminal.rows[2])
        await terminal.until(lambda: "howto/wiper.md" in terminal.text)
        await terminal.press("ctrl+z")  # there is nothing more to undo
        assert "wiper blade" in terminal.rows[2]


async def test_what_is_removed_from_the_query_can_be_brought_back(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        line = terminal.main.query_one("#query", QueryLine)
        await terminal.search("wiper blade")
        await terminal.press("ctrl+w", "ctrl+w")  # each deletes a word
        await terminal.until(lambda: "Recently changed" in terminal.text)
        await terminal.press("ctrl+z")
        assert line.value == "wiper "
        await terminal.press("ctrl+z")
        assert line.value == "wiper blade"
        await terminal.press(*["backspace"] * 5, "x", "ctrl+u")
        assert line.value == ""
        await terminal.press("ctrl+z")
        assert line.value == "wiper x"
        await terminal.press("ctrl+z")
        assert line.value == "wiper blade"
        await terminal.until(lambda: terminal.chosen == "howto/wiper.md")
        await terminal.press("escape", "tab", "ctrl+z")  # from the cards, too
        assert line.value == "wiper blade"


async def test_escape_focuses_the_line_before_it_clears_it(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("lithium")
        await terminal.press("tab", "escape")
        line = terminal.main.query_one("#query", LineInput)
        assert terminal.app.focused is line
        assert line.value == "lithium"
        await terminal.press("escape")
        assert line.value == ""


async def test_back_returns_the_way_one_came(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:

        async def escape_to(view: str) -> None:
            await terminal.press("escape")
            await terminal.until(lambda: terminal.view == view)

        await terminal.search("lithium")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.press("a", "f5")
        for view in ("chat", "reader", "search", "search"):
            await escape_to(view)


NINE: dict[str, str | bytes] = {
    f"{n}.md": f"# Note {n}\n\nThe tern nests at pier {n}.\n\n- Eggs: {n}\n"
    for n in range(9)
}


async def test_a_small_screen_shows_six_results_or_more(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    async with open_app(make_vault(NINE)) as terminal:
        await terminal.search("tern nests pier")
        await terminal.until(lambda: terminal.text.count(".md:") >= 6)
        assert "nests" in terminal.rows[6]
        line = terminal.main.query_one("#query", LineInput)
        assert line.border_subtitle == "9 results"
        assert "9 results" in terminal.text


async def test_the_height_of_the_screen_chooses_the_cards(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (80, 48)) as terminal:
        await terminal.search("lithium harbour")
        assert "changed 1 Mar 2026" in terminal.text
        await terminal.resize(80, 30)
        await terminal.until(lambda: "changed 1 Mar 2026" not in terminal.text)


async def test_up_brings_earlier_queries_back(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        for query in ("lithium", "wiper"):
            await terminal.search(query)
            await terminal.press("enter")
            await terminal.until(lambda: terminal.view == "reader")
            await terminal.press("f2", "delete")
        line = terminal.main.query_one("#query", LineInput)
        await terminal.until(lambda: terminal.cards and not line.value)
        await terminal.press("up")
        assert line.value == "wiper"
        await terminal.press("up", "up")
        assert line.value == "lithium"
        await terminal.press("ctrl+q")
    async with open_app(vault) as terminal:
        await terminal.press("escape", "up")
        assert terminal.main.query_one("#query", LineInput).value == "wiper"


async def test_a_note_is_opened_by_letters_of_its_name(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+o")
        await terminal.until(lambda: "Open by name" in terminal.text)
        await terminal.type("decells")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: "decisions/cells.md" in terminal.text)


async def test_a_compact_card_shows_the_match(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    far = "Walk along the quay and note what you see, also in the rain. " * 3
    vault = make_vault({"a.md": f"# A\n\n{far}Then feed the pelican.\n"})
    async with open_app(vault) as terminal:
        await terminal.search("pelican")
        assert "pelican" in terminal.rows[6]


async def test_the_list_ends_after_its_last_good_match(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("lithium battery")
        results = terminal.main.query_one(ResultsView)
        good = len(terminal.cards)
        found = results.cards.entries
        assert all(e.score >= LOW_CONFIDENCE for e in found if isinstance(e, Hit))
        row = next(n for n, r in enumerate(terminal.rows) if " weaker results" in r)
        assert row == 5 + 2 * good
        await terminal.press(*["down"] * good, "enter")
        await terminal.until(lambda: len(terminal.cards) > good)
        assert "weaker results" not in terminal.text
        assert terminal.chosen == terminal.cards[good]
        await terminal.press("up")
        assert terminal.chosen == terminal.cards[good - 1]
        await terminal.press("escape")
        await terminal.search("lithium battery ")
        assert "weaker results" in terminal.text


async def test_the_nearest_are_shown_if_all_are_weak(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("zeppelin months")
        await terminal.until(lambda: "weaker results" in terminal.text)
        assert 0 < len(terminal.cards) <= NEAREST
        assert terminal.chosen == terminal.cards[0]


async def test_the_first_screen_says_which_date_it_shows(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (80, 48)) as terminal:
        await terminal.until(lambda: "Sensors keep lithium cells." in terminal.text)
        assert "changed 1 Mar 2026" in terminal.text
        assert "4 notes" in terminal.text


async def test_the_number_of_good_matches_is_no_limit_beside_weaker_ones(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    notes: Files = {f"{n}.md": f"# Day {n}\n\nTea at home.\n" for n in range(40)}
    vault = make_vault({**notes, "tart.md": "# Walnut tart\n\nWalnuts, with tea.\n"})
    vault.index(embed=False)
    async with open_app(vault) as terminal:
        await terminal.search("walnut tart")
        await terminal.until(lambda: "weaker results" in terminal.text)
        shown = len(terminal.cards)
        await terminal.click_words("weaker results")
        await terminal.until(lambda: len(terminal.cards) > shown)
        assert "first 30 results" in terminal.text
