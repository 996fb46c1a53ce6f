"""What the client does with notes: attach, hover, search, cite, verify, status."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.citations.saving.saved_citations import write_citation
from support.answers import CITATION
from support.neovim import Neovim
from support.office_files import PdfPage, pdf


def test_the_server_attaches_without_setup(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    root = nvim.lua("return vim.lsp.get_clients({ name = 'ragtui' })[1].root_dir")
    assert Path(root) == vault.root


def test_hover_and_definition_of_a_saved_citation(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(cited(vault))
    nvim.keys("3GK")
    nvim.shows("Verified")
    nvim.keys("3G<C-]>")
    nvim.until(lambda: nvim.file() == "pump.md")
    assert nvim.api.current.window.cursor[0] == 7


def test_a_hover_waits_for_the_server(nvim: Neovim, vault: Vault) -> None:
    nvim.keys(f":edit {cited(vault)}<CR>3GK")
    nvim.shows("Verified")
    nvim.lua("for _, c in ipairs(vim.lsp.get_clients()) do c:stop(true) end")
    nvim.until(lambda: not nvim.attached())
    nvim.keys("<C-W>o3GK")
    nvim.shows("Verified")


@pytest.mark.parametrize(
    ("typed", "key", "after"),
    [
        ("é [[ho¦]] é", "<C-Y>", "é [[hose]]! é"),
        ("é [[ho¦", "<C-Y>", "é [[hose]]!"),
        ("é [[ho¦]] é", "<C-E>", "é [[ho!]] é"),
        ("é [[Wa¦]] é", "<C-Y>", "é [[Wärme im Tank]]! é"),
        ("é [[Wa¦", "<C-Y>", "é [[Wärme im Tank]]!"),
        ("é [[Wa¦]] é", "|", "é [[Wärme im Tank|!]] é"),
        ("é [[Wa¦]] é", "<C-E>", "é [[Wa!]] é"),
        ("é [[pump#S¦]] é", "<C-N><C-Y>", "é [[pump#Störungen 故障]]! é"),
    ],
)
def test_a_completion_is_whole_and_the_cursor_after_it(
    nvim: Neovim, vault: Vault, typed: str, key: str, after: str
) -> None:
    before, _, rest = typed.partition("¦")
    (vault.root / "Wärme im Tank.md").write_text("# Heat\n")
    vault.index(embed=False)
    (vault.root / "plan.md").write_text(f"{before}{rest}\n")
    nvim.edit(vault.root / "plan.md")
    nvim.api.current.window.cursor = (1, len(before.encode()) - 1)
    nvim.api.command("set completeopt=menuone")
    nvim.keys("a<C-X><C-O>")
    nvim.until(lambda: nvim.lua("return vim.fn.pumvisible() == 1"))
    nvim.keys(f"{key}!")
    nvim.until(lambda: "!" in nvim.text())
    assert nvim.text().splitlines()[0] == after


def test_search_picks_and_goes_to_the_passage(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    nvim.keys(":RagSearch rubber<CR>")
    nvim.shows("1: hose.md:")
    nvim.keys("1<CR>")
    nvim.until(lambda: nvim.file() == "hose.md")


def test_a_search_without_hits_says_so_in_one_line(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    nvim.keys(":RagSearch zzqqxy<CR>")
    nvim.shows("found: no note has these words.")
    assert not nvim.waits()


def test_search_shows_the_text_of_a_pdf(nvim: Neovim, vault: Vault) -> None:
    report = pdf(PdfPage(["Preface."]), PdfPage(["Gaskets are made of cork."]))
    (vault.root / "report.pdf").write_bytes(report)
    vault.index(embed=False)
    nvim.edit(vault.root / "plan.md")
    nvim.keys(":RagSearch gaskets cork<CR>")
    nvim.shows("1: report.pdf, p. 2")
    nvim.keys("1<CR>")
    nvim.until(lambda: "Gaskets are made of cork." in nvim.text())
    assert nvim.api.eval("&filetype . &modifiable") == "markdown0"
    changed = pdf(PdfPage(["Gaskets are made of rubber."]))
    (vault.root / "report.pdf").write_bytes(changed)
    nvim.until(lambda: "Gaskets are made of rubber." in nvim.text())
    assert nvim.api.eval("&modified . &modifiable") == "00"


def test_of_two_vaults_a_window_keeps_its_own(
    nvim: Neovim, vault: Vault, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / ".ragtui.toml").write_text("")
    (other / "seals.md").write_text("# Seals\n\nSeals of felt wear fast.\n")
    (other / "report.pdf").write_bytes(pdf(PdfPage(["Gaskets are made of cork."])))
    open_vault(other).index(embed=False)
    nvim.edit(vault.root / "plan.md")
    nvim.edit(other / "seals.md")
    nvim.keys(":RagSearch gaskets cork<CR>")
    nvim.shows("1: report.pdf, p. 1")
    nvim.keys("1<CR>")
    nvim.until(lambda: "Gaskets are made of cork." in nvim.text())
    nvim.keys(":RagSearch felt<CR>")
    nvim.shows("1: seals.md:")
    nvim.keys("1<CR>")
    nvim.until(lambda: nvim.file() == "seals.md")
    nvim.keys(":RagAsk how do seals wear<CR>")
    nvim.wait_for_answer("\n— ")
    nvim.keys(":RagSearch felt<CR>")
    nvim.shows("1: seals.md:")
    nvim.keys("<CR>")


def test_search_asks_for_words_or_takes_a_selection(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    nvim.keys(":RagSearch<CR>")
    nvim.shows("Search:")
    nvim.keys("rubber<CR>")
    nvim.shows("1: hose.md:")
    nvim.keys("<CR>")
    nvim.until(lambda: nvim.api.eval("mode()") == "n")
    nvim.keys("5GV:RagSearch<CR>")
    nvim.shows("Sources for the selection")


def test_related_notes(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    nvim.keys(":RagRelated<CR>")
    nvim.shows("Related notes")
    assert "plan.md" not in nvim.screen().split("Related notes")[1]


def test_cite_inserts_the_saved_form_below_the_line(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    nvim.keys("3G:RagCite<CR>")
    nvim.until(lambda: "`ragtui:" in nvim.text())
    lines = nvim.text().splitlines()
    assert lines[2].startswith("The impeller")
    assert lines[4].startswith("> ")
    saved = lines[6].rsplit("ragtui:", 1)[1].rstrip("`")
    digest, _, beside = saved.partition("-")
    assert len(beside) == 24
    words = " ".join(lines[4][2:].split())
    assert digest == hashlib.sha256(words.encode()).hexdigest()[:12]
    nvim.keys(":RagVerify<CR>")
    nvim.until(lambda: "All citations verified." in nvim.messages())


def test_cite_refuses_what_is_no_number(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    before = nvim.text()
    nvim.keys("3G:RagCite x<CR>")
    nvim.until(lambda: "takes the number of a source" in nvim.messages())
    assert nvim.text() == before


def test_verify_fills_the_quickfix_list(nvim: Neovim, vault: Vault) -> None:
    file = cited(vault)
    text = file.read_text()
    file.write_text(text + "\n" + text.replace("second", "third"))
    nvim.edit(file)
    nvim.keys(":RagVerify<CR>")
    nvim.until(lambda: "1 of 2 citations could not be verified." in nvim.messages())
    found = nvim.api.funcs.getqflist()
    assert [item["type"] for item in found] == ["I", "E"]
    assert found[0]["lnum"] == 3
    nvim.shows("Altered")


def test_status_is_a_sentence_and_facts(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    nvim.keys(":RagStatus<CR>")
    nvim.shows("vault: 3 notes; ")
    nvim.shows("Answers: exact extracts")
    assert not nvim.waits()


def test_no_server_starts_for_a_file_outside_a_vault(
    nvim: Neovim, vault: Vault, tmp_path: Path
) -> None:
    stray = tmp_path / "stray.md"
    stray.write_text("# Stray\n")
    nvim.api.command(f"cd {vault.root}")
    nvim.api.command(f"edit {stray}")
    assert nvim.lua("return #vim.lsp.get_clients()") == 0
    assert nvim.messages().strip() == ""
    nvim.edit(vault.root / "plan.md")


def test_checkhealth_has_no_error(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    nvim.keys(":checkhealth ragtui<CR>")
    nvim.until(lambda: "folder: " in nvim.text())
    assert "ERROR" not in nvim.text()
    assert "ragtui-lsp 0." in nvim.text()
    assert str(vault.root) in nvim.text()


def test_information_of_the_server_waits_for_no_key(nvim: Neovim, vault: Vault) -> None:
    nvim.edit(vault.root / "plan.md")
    said = "vim.lsp.config.ragtui.handlers['window/showMessage'](nil, {}, {})"
    shown = "{ type = 3, message = 'notes is being indexed: the answer follows.' }"
    nvim.keys(f":lua {said.replace('{}', shown, 1)}<CR>")
    nvim.until(lambda: "ragtui: notes is being indexed" in nvim.messages())
    assert not nvim.waits()


def test_checkhealth_names_a_missing_index_once(nvim: Neovim, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / ".ragtui.toml").write_text("")
    (tmp_path / "new" / "a.md").write_text("# A\n")
    nvim.lua(
        "vim.lsp.config('ragtui', { init_options = { editor = { index = false } } })"
    )
    nvim.edit(tmp_path / "new" / "a.md")
    nvim.keys(":checkhealth ragtui<CR>")
    nvim.until(lambda: "folder: " in nvim.text())
    assert nvim.text().count("no index") == 1


@pytest.mark.usefixtures("no_server")
def test_a_missing_server_is_reported_in_one_line(nvim: Neovim, vault: Vault) -> None:
    nvim.keys(f":edit {vault.root / 'plan.md'}<CR>")
    nvim.shows("cannot run")
    nvim.keys(f":edit {vault.root / 'pump.md'}<CR>")
    nvim.until(lambda: "ragtui:" in nvim.messages())
    messages = [line for line in nvim.messages().splitlines() if "ragtui:" in line]
    assert messages == ["ragtui: cannot run `ragtui-lsp` (:checkhealth ragtui)"]
    assert not nvim.waits()
    nvim.keys(":RagSearch pump<CR>")
    nvim.until(lambda: nvim.messages().count("cannot run") == 2)
    nvim.keys(":checkhealth ragtui<CR>")
    nvim.until(lambda: "Install ragtui" in nvim.text())


def test_help_has_tags(nvim: Neovim) -> None:
    nvim.keys(":help :RagAsk<CR>")
    nvim.until(lambda: nvim.file() == "ragtui.txt")
    assert ":RagAsk" in nvim.api.current.line


def cited(vault: Vault) -> Path:
    """A note that quotes the pump's."""
    headings = ("Pump 🚰", "Service")
    citation = write_citation(replace(CITATION, heading_path=headings))
    citation = citation.replace("products/", "")
    file = vault.root / "review.md"
    file.write_text(f"# Review 🧾\n\n{citation}\n")
    return file
