"""What the tools of models return: for MCP, and for answers in several searches."""

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
from support.mails import mail
from support.office_files import PdfPage, pdf
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


MAILS = ["in/b.eml", "in/a.eml"]
DAYS = ["journal/2026-03-01.md", "journal/2026-04-01.md"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"query": "heron", "kind": "pdf"}, [REPORT]),
        ({"query": "heron", "kind": "mail", "from": "tom"}, ["in/b.eml"]),
        (
            {"query": "heron", "kind": "mail", "to": "bo", "before": "2026-03-04"},
            ["in/a.eml"],
        ),
        (
            {"query": "heron", "after": "2026-03-05", "kind": "markdown"},
            ["journal/2026-04-01.md"],
        ),
        ({"query": "heron", "sort": "oldest", "folder": "journal", "limit": "2"}, DAYS),
        ({"query": "heron", "subject": "invoice"}, ["in/a.eml"]),
        ({"query": "heron", "date": "2026-04-01"}, DAYS[1:]),
        ({"kind": "mail"}, MAILS),  # without words, the newest first
        ({"query": " ", "folder": "journal"}, DAYS[::-1]),
        ({"question": "Curlew", "top_k": "1"}, ["pumps/curlew.md"]),
    ],
)
def test_a_search_is_narrowed_by_options(
    vault: Vault, options: dict[str, object], expected: list[str]
) -> None:
    assert paths(text(vault, "search_files", **options)) == expected


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
    assert "2 notes; 1 are listed." in one
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


@pytest.mark.parametrize("name", ["parts/feed.md", "Feeder", "FEED"])
def test_what_links_to_a_note_is_listed(vault: Vault, name: str) -> None:
    for asked in ({"links": name}, {"query": f"links:{name}"}):
        assert paths(text(vault, "search_files", **asked)) == ["list.md"]


def test_each_place_that_a_search_names_can_be_read(vault: Vault) -> None:
    for query in ("heron", "gauge 4", "invoice", "gauge old"):
        found = text(vault, "search_files", query=query, min_score=0)
        for hit in vault.search(query, SearchOptions(limit=5)).hits:
            place = hit_location(hit)
            assert place in found
            assert text(vault, "get_file_content", path=place).startswith(hit.path)


READ: list[tuple[dict[str, object], str, str]] = [
    ({"path": "pumps/curlew.md#Care"}, "pumps/curlew.md, from line 8:\n## Care", ""),
    ({"path": "curlew", "first_line": 10}, "", "line 10:\nThe Curlew is recalibrated"),
    ({"file": "pumps/curlew.md"}, "pumps/curlew.md", "# Curlew"),
    ({"filename": "curlew"}, "pumps/curlew.md", "# Curlew"),
    ({"path": "Feeder"}, "parts/feed.md", "# Pump"),
    ({"path": "FEED.MD"}, "parts/feed.md", "# Pump"),
    ({"path": "feed.md#^torque"}, "parts/feed.md", "Tighten. ^torque"),
    ({"path": "Feeder#^torque"}, "parts/feed.md", "Tighten. ^torque"),
    ({"path": "Feeder#Service"}, "parts/feed.md", "## Service"),
    ({"path": "Report John.pdf", "pages": "4"}, f"{REPORT}, p. 4, from", "gauge 4"),
    ({"path": "Report John.pdf, p. 4"}, f"{REPORT}, p. 4, from", "gauge 4"),
    (
        {"path": "Report John.pdf", "pages": "2-4"},
        f"{REPORT}, p. 2, from",
        "[p. 4]\nPage 4 about the heron gauge 4.",
    ),
    ({"path": DAYS[0], "max_chars": 10**6}, DAYS[0], "A heron was seen."),
    ({"path": DAYS[0], "start": 5_000}, "", "[nothing: the text has 42 characters]"),
    (
        {"path": "one line", "first_line": 3, "max_chars": 18_000},
        "one line.md, from line 3:",
        "more characters: get_file_content",
    ),
]


@pytest.mark.parametrize(("arguments", "start", "words"), READ)
def test_a_document_or_a_part_of_it_is_read(
    vault: Vault, arguments: dict[str, object], start: str, words: str
) -> None:
    found = text(vault, "get_file_content", **arguments)
    assert found.startswith(start)
    assert words in found
    assert len(found) <= 20_000
    assert arguments.get("pages") != "4" or "gauge 5" not in found


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


WRONG: list[tuple[str, dict[str, object], str]] = [
    ("search_files", {}, "`query` is missing: words, or give a filter"),
    ("search_files", {"query": "x", "after": "soon"}, "`after` must be a date"),
    ("search_files", {"query": "x", "has": "files"}, "`has` must be one of attachment"),
    ("search_files", {"query": "x", "is": "opne"}, "one of open, done, cancelled"),
    ("search_files", {"query": "x", "sort": "date"}, "relevance, newest, oldest"),
    ("search_files", {"query": "x", "limit": 999}, "`limit` must be at most 50"),
    ("search_files", {"query": "x", "limit": "five"}, "must be a whole number"),
    ("search_files", {"query": "x", "limit": "999"}, "`limit` must be at most 50"),
    ("search_files", {"query": ["x"]}, "`query` must be text"),
    ("search_files", {"query": "x", "folder": ["a"]}, "`folder` must be text"),
    ("search_files", {"query": "x", "lmit": 5}, "did you mean `limit`? It takes"),
    ("search_files", {"query": "a\0b"}, "without NUL characters"),
    ("get_file_content", {"path": "long.md#^none"}, "has no block '^none'"),
    ("get_file_content", {"path": "curlew", "pages": "3"}, "has no pages"),
    ("get_file_content", {"path": "Report John.pdf", "pages": "9"}, "p. 1 to p. 5"),
    ("get_file_content", {"path": "crlew.md"}, "did you mean"),
    ("get_file_content", {"path": "long.md#Nowhere"}, "Nowhere"),
    ("verify_quotes", {"claims": "x"}, "`claims`. It takes: text"),
    ("verify_quotes", {"text": "x" * 50_000}, "at most 40,000 characters"),
]


WRONG += [
    ("search_files", {"query": "x", "limit": number}, "`limit` must be")
    for number in ("[" * 9_000, "nan", "1e999", "true", "", "ü")
]


@pytest.mark.parametrize(("tool", "arguments", "words"), WRONG)
def test_errors_say_in_words_what_to_do(
    vault: Vault, tool: str, arguments: dict[str, object], words: str
) -> None:
    with pytest.raises(RagtuiError) as raised:
        text(vault, tool, **arguments)
    assert words in str(raised.value)
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_numbers_may_be_texts(tool: Any) -> None:
    numbers = [o for o in tool.options if o.kind in {int, float, bool}]
    for option in numbers:
        value = True if option.kind is bool else option.high
        needed = {each.name: "x" for each in tool.options if each.required}
        given = needed | {option.name: f" {str(value).lower()} "}
        read = read_request(given, tool.options, from_model=True)
        assert read == needed | {option.name: value}
