"""`:RagAsk` as a user uses it, with a local replacement for Claude."""

import pytest

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Vault
from support.neovim import Neovim

DONE = "\n— "


@pytest.fixture(autouse=True)
def _note(service: FakeAnthropic, vault: Vault, nvim: Neovim) -> None:
    """A note is open."""
    nvim.edit(vault.root / "plan.md")


def test_sources_come_first_then_text_then_who_answered(nvim: Neovim) -> None:
    nvim.keys(":RagAsk how does the pump move water<CR>")
    text = nvim.wait_for_answer(DONE)
    order = ["# how does the pump", "- pump.md:", "Claim one [1]", "\n[1] ", "— claude"]
    places = [text.index(words) for words in order]
    assert places == sorted(places), text
    screen = nvim.screen()
    assert "Claim one [1]. Claim two [2]." in screen
    assert "<CR> go" in screen
    options = nvim.api.current.buffer.options
    assert not options["modeline"]
    assert not options["modifiable"]
    assert nvim.api.current.window.options["conceallevel"] == 0


def test_ctrl_c_ends_the_stream_for_real(nvim: Neovim, service: FakeAnthropic) -> None:
    service.scenario = "stall"
    nvim.keys(":RagAsk how does the pump move water<CR>")
    nvim.wait_for_answer("Here is what")
    assert not service.disconnected.is_set()
    nvim.keys("<C-c>")
    assert service.disconnected.wait(10)
    assert nvim.wait_for_answer("— cancelled").count("cancelled") == 1
    service.scenario = "cited"
    nvim.keys(":RagAsk and the hose<CR>")
    assert "# and the hose" in nvim.wait_for_answer(DONE)


def test_closing_the_window_ends_it(nvim: Neovim, service: FakeAnthropic) -> None:
    service.scenario = "stall"
    nvim.keys(":RagAsk how does the pump move water<CR>")
    nvim.wait_for_answer("Here is what")
    nvim.keys("q")
    assert service.disconnected.wait(10)
    assert nvim.api.current.buffer.name.endswith("plan.md")
    nvim.keys(":RagAnswer<CR>")
    nvim.wait_for_answer("— cancelled")


def test_selected_words_are_asked_about(nvim: Neovim, service: FakeAnthropic) -> None:
    nvim.keys("3GfpvE2e")
    nvim.until(lambda: nvim.api.eval("mode()") == "v")
    nvim.lua("vim.keymap.set({ 'n', 'x' }, 'Q', '<Plug>(ragtui-ask)')")
    nvim.keys("Q")
    nvim.shows("Ask about the selection:")
    nvim.keys("how often<CR>")
    nvim.wait_for_answer(DONE)
    sent = asked(service)
    assert "how often" in sent
    assert "peller of the" in sent
    assert "needs care" not in sent


def test_it_asks_for_a_question(nvim: Neovim, service: FakeAnthropic) -> None:
    nvim.keys("5GV:RagAsk<CR>")
    nvim.shows("Ask about the selection:")
    nvim.keys("what for<CR>")
    assert "# what for" in nvim.wait_for_answer(DONE)
    assert "Buy a hose" in asked(service)


def test_a_second_question_continues_and_a_bang_starts_over(
    nvim: Neovim, service: FakeAnthropic
) -> None:
    nvim.keys(":RagAsk how does the pump move water<CR>")
    nvim.wait_for_answer(DONE)
    nvim.keys(":RagAsk and how often<CR>")
    nvim.until(lambda: nvim.answer().count(DONE) == 2)
    assert "how does the pump move water" in str(service.calls[-1]["messages"])
    nvim.keys(":RagAsk! is it new<CR>")
    nvim.until(lambda: "# is it new" in nvim.answer() and DONE in nvim.answer())
    assert "how does the pump" not in nvim.answer()
    assert "how does the pump move water" not in str(service.calls[-1]["messages"])


@pytest.mark.parametrize("layout", ["split", "vsplit"])
@pytest.mark.parametrize("key", ["<CR>", "gd"])
def test_citations_lead_to_quoted_words(nvim: Neovim, layout: str, key: str) -> None:
    nvim.lua("require('ragtui').setup({ layout = ... })", layout)
    nvim.keys(":RagAsk water from hose and pump to the tank<CR>")
    text = nvim.wait_for_answer(DONE)
    listed = next(
        line for line in text.splitlines() if "hose.md" in line and "[" in line
    )
    nvim.keys(f"/\\{listed[:3]}<CR>{key}")
    nvim.until(lambda: nvim.file() == "hose.md")
    row, column = nvim.api.current.window.cursor
    line = nvim.api.current.line.encode()
    marks = nvim.lua(
        "local ns = vim.api.nvim_get_namespaces()['ragtui.passage']"
        " return vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, { details = true })"
    )
    assert (marks[0][1], marks[0][2]) == (row - 1, column)
    quoted = line[column : marks[-1][3]["end_col"]].decode()
    assert quoted == "It brings the water 💧 to the tank."
    assert "💧" in line[:column].decode()


def test_an_answer_is_inserted_with_its_citations_below_the_paragraph(
    nvim: Neovim, vault: Vault
) -> None:
    note = vault.root / "plan.md"
    note.write_text("# Plan\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nEnd.\n")
    nvim.keys(":edit!<CR>5G:RagAsk how does the pump move water<CR>")
    nvim.wait_for_answer(DONE)
    nvim.keys("p")
    nvim.until(lambda: nvim.file() == "plan.md")
    nvim.until(lambda: "Claim one [1]" in nvim.text())
    text = nvim.text()
    assert "| 1 | 2 |\n| 3 | 4 |\n\n" in text
    assert text.index("| 3 | 4 |") < text.index("Claim one") < text.index("End.")
    checked = vault.quotations.verify(text, path="plan.md")
    assert len(checked) >= 2
    assert all(citation.verdict.verified for citation in checked)


def test_the_line_of_a_question_moves_with_the_note(nvim: Neovim, vault: Vault) -> None:
    nvim.keys("3G:RagAsk how does the pump move water<CR>")
    nvim.wait_for_answer(DONE)
    nvim.keys("<C-w>pggOnew<CR><Esc><C-w>pp")
    nvim.until(lambda: nvim.file() == "plan.md" and "Claim one" in nvim.text())
    text = nvim.text()
    assert text.index("needs care") < text.index("Claim one") < text.index("Buy a")


def test_a_code_action_asks_in_the_window(nvim: Neovim, service: FakeAnthropic) -> None:
    nvim.keys("3GVgra")
    nvim.shows("Ask your notes about the selection")
    nvim.keys(_number_of(nvim, "Ask your notes about the selection") + "<CR>")
    nvim.shows("Ask about the selection:")
    nvim.keys("how often<CR>")
    assert "# how often" in nvim.wait_for_answer(DONE)
    assert "needs care" in asked(service)
    clients = nvim.lua("return #vim.lsp.get_clients({ name = 'ragtui' })")
    assert clients == 1, "a server for the page of an answer"


def _number_of(nvim: Neovim, title: str) -> str:
    """The number of an entry of the list that is shown."""
    line = next(line for line in nvim.screen().splitlines() if title in line)
    return line.strip().partition(":")[0]


def test_refusals_of_the_service_are_shown_in_the_window(
    nvim: Neovim, service: FakeAnthropic
) -> None:
    service.scenario = "401"
    nvim.keys(":RagAsk how does the pump move water<CR>")
    assert "! the key was refused" in nvim.wait_for_answer("! ")


def asked(service: FakeAnthropic) -> str:
    """What the user asked Claude last, including the selection."""
    return str(service.calls[-1]["messages"][-1]["content"][-1]["text"])
