"""What the tools of models return: for MCP, and for answers in several searches."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import SearchOptions, Vault
from ragtui_core.errors import RagtuiError
from ragtui_core.search import hit_location
from ragtui_core.search_results import NEAREST
from ragtui_core.tools import search_files
from ragtui_core.tools.request_option import read_request
from ragtui_core.tools.vault_tools import TOOLS, vault_tools
from support.mails import mail, mbox
from support.office_files import PdfPage, pdf
from support.rows import Reader, rows_test
from support.vaults import CURLEW_NOTES, IndexedVaults, IndexVault

REPORT = "files, old/Report John.pdf"
PUMP = "---\naliases: [Feeder]\n---\n# Pump\n\n## Service\n\nTighten. ^torque\n"
FILES = CURLEW_NOTES | {
    "journal/2026-03-01.md": "# Heron\n\nA heron was seen.\n\n## Gauge\n\nOld.",
    "journal/2026-04-01.md": "---\ntags: [bird]\n---\n# Heron\n\nHeron again.",
    REPORT: pdf(
        *(PdfPage([f"Page {n} about the heron gauge {n}."]) for n in range(1, 6))
    ),
    "in/a.eml": mail("The heron invoice is attached.", subject="Invoice"),
    "in/b.eml": mail(
        "The heron is fine.",
        subject="Fine",
        sender="Tom <tom@example.net>",
        date="Wed, 04 Mar 2026 10:15:00 +0100",
        message_id="b@example.net",
    ),
    "parts/feed.md": PUMP,
    "block.md": "Loosen. ^end\n\nThe rest.\n",
    "list.md": "# List\n\nThe [[Feeder]] is old.\n\nSee [[feed#Service]].\n",
}


@pytest.fixture
def vault(indexed_vaults: IndexedVaults, tmp_path: Path) -> Iterator[Vault]:
    opened = indexed_vaults.copy(FILES, tmp_path / "notes")
    yield opened
    opened.close()


def text(vault: Vault, tool: str, **arguments: Any) -> str:
    """What a model reads of the result of a call."""
    (found,) = (t for t in vault_tools(vault, SearchOptions()) if t.name == tool)
    return found.result(arguments).text


def paths(found: str) -> list[str]:
    """The paths of hits, of which each begins a line."""
    pattern = r"^\d+\. \d\.\d\d (.+?\.(?:md|pdf|eml))"
    return re.findall(pattern, found, re.MULTILINE)


def called(vault: Vault, row: str) -> str:
    """What a model reads of a call: the name of a tool, and its arguments."""
    tool, _, arguments = row.partition(" ")
    return text(vault, tool, **json.loads(arguments))


@pytest.fixture
def listed(vault: Vault) -> Reader:
    return lambda row: ", ".join(paths(called(vault, row)))


@pytest.fixture
def begun(vault: Vault) -> Reader:
    """How a result begins, without its empty lines."""

    def reader(row: str) -> str:
        found = called(vault, row)
        assert len(found) <= 20_000
        return " ¦ ".join(filter(None, found.split("\n")))[:200].strip()

    return reader


@pytest.fixture
def refused(vault: Vault) -> Reader:
    """How an error begins."""

    def reader(row: str) -> str:
        with pytest.raises(RagtuiError) as raised:
            called(vault, row)
        assert len(str(raised.value)) < 400
        return str(raised.value)[:70].strip()

    return reader


READERS: dict[str, Reader | str] = {
    "a search is narrowed by options": "listed",
    "a document or a part of it is read": "begun",
    "errors say in words what to do": "refused",
}

test_rows = rows_test(Path(__file__).with_name("tools.txt"), READERS)


def test_a_search_is_compact_and_complete_in_words(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = text(vault, "search_files", query="Curlew recalibrated")
    assert found.splitlines()[0].startswith("1. ")
    assert "pumps/curlew.md:4" in found
    assert len(found) <= 2000
    relaxed = text(vault, "search_files", query="Curlew zzxqy swordfish")
    assert relaxed.splitlines()[-1].startswith("(")
    assert ".hidden" not in relaxed
    assert "ignored" not in relaxed
    monkeypatch.setattr(search_files, "MAX_RESULT", 500)
    many = {"query": "word paragraph", "limit": 50, "format": "detailed"}
    fitting = text(vault, "search_files", **many)
    assert len(fitting) <= 500
    assert "more left out: lower the limit" in fitting
    one = text(vault, "search_files", kind="mail", limit=1)
    assert "2 notes; 1 is listed." in one
    assert "Tom, 4 Mar 2026" in one


def test_weaker_hits_come_with_a_lowest_score(index_vault: IndexVault) -> None:
    made = index_vault({f"{n}.md": f"# Note {n}\n\nA heron.\n" for n in range(8)})
    asked: dict[str, object] = {"query": "heron zyzzyva quux", "limit": 8}
    nearest = text(made, "search_files", **asked)
    assert len(paths(nearest)) == NEAREST
    assert "There are weaker results: min_score 0 shows them" in nearest
    every = text(made, "search_files", **asked, min_score=0)
    assert every.count("[weak]") == len(paths(every)) == 8
    assert "weaker results" not in every


def test_each_place_that_a_search_names_can_be_read(vault: Vault) -> None:
    for query in ("heron", "gauge 4", "invoice", "gauge old"):
        found = text(vault, "search_files", query=query, min_score=0)
        for hit in vault.search(query, SearchOptions(limit=5)).hits:
            place = hit_location(hit)
            assert place in found
            assert text(vault, "get_file_content", path=place).startswith(hit.path)


def continued(vault: Vault, path: str, **arguments: Any) -> str:
    """A text that is read in parts, each as the one before it says."""
    whole = ""
    for _ in range(100):
        found = text(vault, "get_file_content", path=path, **arguments)
        part = found.partition("\n")[2]
        again = re.search(
            r"\n\[[\d,]+ more .*get_file_content\(.*start=(\d+)\)\]$", part
        )
        whole += part[: again.start()] if again else part
        if not again:
            return whole
        arguments["start"] = int(again[1])
    pytest.fail("it does not end")


def test_a_text_is_read_in_parts(vault: Vault) -> None:
    assert continued(vault, "long.md") == vault.documents.text("long.md")
    page = continued(vault, "Report John.pdf", pages="2", max_chars=200)
    assert "gauge 2" in page
    assert "gauge 3" not in page


@pytest.mark.parametrize(
    "path",
    [
        *("../notes/long.md", "/etc/passwd", "pumps/../.hidden.md", ".hidden.md"),
        *("ignored.md", ".gitignore", "%2e%2e/x.md", "nowhere.md", "", "a" * 3_000),
    ],
)
def test_only_indexed_documents_are_read(vault: Vault, path: str) -> None:
    with pytest.raises(RagtuiError) as raised:
        text(vault, "get_file_content", path=path)
    assert "password" not in str(raised.value)
    assert "notes/" not in str(raised.value).replace(path, "")


def test_quotations_of_a_draft_get_verdicts(vault: Vault) -> None:
    draft = (
        'It is "recalibrated every ninety days" (pumps/curlew.md:10), and '
        '"recalibrated every forty days" (curlew.md). '
        '"The password is swordfish." (.hidden.md) '
        '"about the heron gauge 4" (Report John.pdf, p. 4)'
    )
    lines = text(vault, "verify_quotes", text=draft).splitlines()
    assert lines[0] == "2 of 4 quotations verified."
    assert lines[1].startswith("1. ✓ verified: pumps/curlew.md:10")
    assert lines[2].startswith("2. ≠")
    assert lines[3].startswith("3. ∅ file missing: .hidden.md")
    assert f"verified: {REPORT}, p. 4 " in lines[4]
    none = text(vault, "verify_quotes", text="no quotation")
    assert "put them in quotation marks" in none
    many = text(vault, "verify_quotes", text='"four years without service" ' * 900)
    assert len(many) <= 20_000
    assert "more: send a shorter text" in many


def test_long_arguments_are_refused(vault: Vault) -> None:
    with pytest.raises(RagtuiError, match="`limit` must be"):
        text(vault, "search_files", query="x", limit="[" * 9_000)
    with pytest.raises(RagtuiError, match="at most 40,000 characters"):
        text(vault, "verify_quotes", text="x" * 50_000)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_numbers_may_be_texts(tool: Any) -> None:
    numbers = [o for o in tool.options if o.kind in {int, float, bool}]
    for option in numbers:
        value = True if option.kind is bool else option.high
        needed = {each.name: "x" for each in tool.options if each.required}
        given = needed | {option.name: f" {str(value).lower()} "}
        read = read_request(given, tool.options, from_model=True)
        assert read == needed | {option.name: value}


def test_a_file_of_mails_stands_for_its_mails(index_vault: IndexVault) -> None:
    one = mail("The invoice is 340 EUR.\n", message_id="1@example.org")
    two = mail("The roof leaks.\n", message_id="2@example.org")
    vault = index_vault({"in/all.mbox": mbox(one, two)})
    said = '"The invoice is 340 EUR." (in/all.mbox)'
    verified = text(vault, "verify_quotes", text=said)
    assert verified.startswith("1 of 1 quotations")
    assert "'The invoice is 340 EUR.' (dated 3 Mar 2026" in verified
    with pytest.raises(RagtuiError, match=r"all.mbox » 1@.*, in/all.mbox » 2@"):
        text(vault, "get_file_content", path="in/all.mbox")
