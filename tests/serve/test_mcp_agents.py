"""What an agent needs to find its way: filters, mails, places that can be read."""

import re

import pytest

from ragtui_core import SearchOptions, Vault
from ragtui_core.search import hit_location
from ragtui_core.search_results import NEAREST
from ragtui_core.tools.request_option import read_request
from ragtui_serve.mcp.tools import DEFAULT_TOOLS
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.mails import mail
from support.office_files import PdfPage, pdf
from support.serving import called, mcp_client, paths_of, text_of
from support.vaults import MakeVault


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    """Notes with dates, a PDF with labels, and mails."""
    made = make_vault(
        {
            "journal/2026-03-01.md": "# Heron\n\nA heron was seen.\n\n## Pump\n\nOld.",
            "journal/2026-04-01.md": "---\ntags: [bird]\n---\n# Heron\n\nHeron again.",
            "files, old/Report John.pdf": pdf(
                *(
                    PdfPage([f"Page {n} about the heron gauge {n}."])
                    for n in range(1, 6)
                )
            ),
            "in/a.eml": mail("The heron invoice is attached.", subject="Invoice"),
            "in/b.eml": mail(
                "The heron is fine.",
                subject="Fine",
                sender="Tom <tom@example.net>",
                date="Wed, 04 Mar 2026 10:15:00 +0100",
                message_id="b@example.net",
            ),
        }
    )
    made.index(embed=False)
    return made


@pytest.fixture
def vaults(vault: Vault) -> ServedVaults:
    return ServedVaults([ServedVault(vault, index=False)])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"kind": "pdf"}, ["files, old/Report John.pdf"]),
        ({"kind": "mail", "from": "tom"}, ["in/b.eml"]),
        ({"kind": "mail", "to": "bo", "before": "2026-03-04"}, ["in/a.eml"]),
        ({"after": "2026-03-05", "kind": "markdown"}, ["journal/2026-04-01.md"]),
        (
            {"sort": "oldest", "folder": "journal", "limit": "2"},
            ["journal/2026-03-01.md", "journal/2026-04-01.md"],
        ),
    ],
)
async def test_a_search_is_narrowed_by_options(
    vaults: ServedVaults, options: dict[str, object], expected: list[str]
) -> None:
    async with mcp_client(vaults) as client:
        found = await called(client, "search_files", query="heron", **options)
        assert paths_of(found) == expected


async def test_filters_that_the_definition_does_not_name_are_accepted(
    vaults: ServedVaults,
) -> None:
    async with mcp_client(vaults) as client:
        found = await called(client, "search_files", query="heron", date="2026-04-01")
        assert paths_of(found) == ["journal/2026-04-01.md"]
        assert '"date"' not in str(await client.list_tools())


async def test_weaker_hits_come_with_a_lowest_score(make_vault: MakeVault) -> None:
    made = make_vault({f"{n}.md": f"# Note {n}\n\nA heron.\n" for n in range(8)})
    made.index(embed=False)
    asked: dict[str, object] = {"query": "heron zyzzyva quux", "limit": 8}
    async with mcp_client(ServedVaults([ServedVault(made, index=False)])) as client:
        nearest = await called(client, "search_files", **asked)
        assert len(paths_of(nearest)) == NEAREST
        assert "There are weaker results: min_score 0 shows them" in text_of(nearest)
        every = await called(client, "search_files", **asked, min_score=0)
        assert len(paths_of(every)) == 8
        assert "weaker results" not in text_of(every)
        assert text_of(every).count("[weak]") == 8


async def test_filters_need_no_words(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        newest = await called(client, "search_files", kind="mail")
        assert paths_of(newest) == ["in/b.eml", "in/a.eml"]
        assert "Ann Lee, 3 Mar 2026" in text_of(newest)
        one = await called(client, "search_files", kind="mail", limit=1)
        assert "2 notes; 1 are listed." in text_of(one)
        oldest = await called(client, "search_files", query=" ", folder="journal")
        assert paths_of(oldest)[0] == "journal/2026-04-01.md"
        invoice = await called(client, "search_files", query="heron", subject="invoice")
        assert paths_of(invoice) == ["in/a.eml"]


async def test_each_place_that_a_tool_names_can_be_read(
    vaults: ServedVaults, vault: Vault
) -> None:
    async with mcp_client(vaults) as client:
        for query in ("heron", "gauge 4", "invoice", "pump old"):
            found = await called(client, "search_files", query=query, min_score=0)
            for hit in vault.search(query, SearchOptions(limit=5)).hits:
                place = hit_location(hit)
                assert place in text_of(found)
                part = await called(client, "get_file_content", path=place)
                assert not part.is_error, text_of(part)
                assert text_of(part).startswith(hit.path)


async def test_what_links_to_a_note_is_listed(make_vault: MakeVault) -> None:
    pump = "---\naliases: [Feeder]\n---\n# Pump\n\n## Care\n\nTighten. ^torque\n"
    links = "# List\n\nThe [[Feeder]] is old.\n\nSee [[pump#Care]].\n"
    made = make_vault({"pump.md": pump, "list.md": links, "other.md": "# Pump feeder"})
    made.index(embed=False)
    async with mcp_client(ServedVaults([ServedVault(made, index=False)])) as client:
        for name in ("pump.md", "Feeder", "PUMP"):
            found = text_of(await called(client, "search_files", links=name))
            assert found.splitlines() == [
                f"2 links to {name}:",
                "list.md:3 The [[Feeder]] is old.",
                "list.md:5 See [[pump#Care]].",
            ]
        part = await called(client, "search_files", links="pump#Care")
        assert "1 link to pump#Care" in text_of(part)
        nowhere = await called(client, "search_files", links="pumpp.md")
        assert "did you mean" in text_of(nowhere)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Feeder", "# Pump"),
        ("PUMP.MD", "# Pump"),
        ("pump.md#^torque", "Tighten. ^torque"),
        ("Feeder#^torque", "Tighten. ^torque"),
        ("Feeder#Care", "## Care"),
    ],
)
async def test_aliases_and_blocks_are_read(
    make_vault: MakeVault, path: str, text: str
) -> None:
    pump = "---\naliases: [Feeder]\n---\n# Pump\n\n## Care\n\nTighten. ^torque\n"
    made = make_vault({"pump.md": pump})
    made.index(embed=False)
    async with mcp_client(ServedVaults([ServedVault(made, index=False)])) as client:
        part = text_of(await called(client, "get_file_content", path=path))
        assert text in part
        assert part.startswith("pump.md")


async def test_pages_after_the_first_are_named_in_the_text(
    vaults: ServedVaults,
) -> None:
    async with mcp_client(vaults) as client:
        part = await called(
            client, "get_file_content", path="Report John.pdf", pages="2-4"
        )
        lines = text_of(part).splitlines()
        assert lines[0].startswith("files, old/Report John.pdf, p. 2, from line")
        assert [line for line in lines if line.startswith("[p.")] == [
            "[p. 3]",
            "[p. 4]",
        ]
        assert lines[lines.index("[p. 4]") + 1] == "Page 4 about the heron gauge 4."


async def test_a_length_or_start_beyond_the_text_is_said(
    vaults: ServedVaults,
) -> None:
    async with mcp_client(vaults) as client:
        path = "journal/2026-03-01.md"
        whole = await called(client, "get_file_content", path=path, max_chars=10**6)
        assert "A heron was seen." in text_of(whole)
        beyond = await called(client, "get_file_content", path=path, start=5_000)
        assert "[nothing: the text has 41 characters]" in text_of(beyond)


async def test_pages_are_read_by_number_and_continued(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        path = "Report John.pdf"
        page = await called(client, "get_file_content", path=path, pages="4")
        assert text_of(page).startswith("files, old/Report John.pdf, p. 4, from line")
        assert "gauge 4" in text_of(page)
        assert "gauge 5" not in text_of(page)
        named = await called(client, "get_file_content", path="Report John.pdf, p. 4")
        assert text_of(named) == text_of(page)
        wrong = await called(client, "get_file_content", path=path, pages="9")
        assert "it has p. 1 to p. 5" in text_of(wrong)


async def test_a_page_that_does_not_fit_is_continued_on_the_page(
    make_vault: MakeVault,
) -> None:
    lines = [f"Line {n} of it." for n in range(60)]
    vault = make_vault({"a.pdf": pdf(PdfPage(lines), PdfPage(["Other."]))})
    vault.index(embed=False)
    async with mcp_client(ServedVaults([ServedVault(vault, index=False)])) as client:
        call = {"path": "a.pdf", "pages": "1", "max_chars": "300"}
        text = ""
        for _ in range(10):
            part = await called(client, "get_file_content", **call)
            text += text_of(part)
            again = r"get_file_content\(path='a.pdf', pages='1', start=(\d+)\)"
            following = re.search(again, text_of(part))
            if not following:
                break
            call["start"] = following[1]
        assert "Line 59" in text
        assert "Other." not in text


async def test_the_state_says_what_to_filter_by(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        status = await called(client, "vault_status")
        text = text_of(status)
        assert "folder: files, old (1), in (2), journal (2)." in text
        assert "kind: mail (2), markdown (2), pdf (1)." in text
        assert "tag: bird (1)." in text
        assert "dates: 2026-03-01 to 2026-04-01." in text
        assert "-without" in text


async def test_the_dates_are_those_that_filters_use(make_vault: MakeVault) -> None:
    day = "---\ncreated: {}\nupdated: {}\n---\n# Note\n"
    notes = {
        "a.md": day.format("2025-01-02", "2026-09-01"),
        "b.md": day.format("2025-03-04", "2025-03-04"),
        "c.md": day.format("2025-05-06", "2025-05-06"),
    }
    vault = make_vault({**notes})
    vault.index(embed=False)
    async with mcp_client(ServedVaults([ServedVault(vault, index=False)])) as client:
        text = text_of(await called(client, "vault_status"))
        assert "dates: 2025-01-02 to 2025-05-06." in text


@pytest.mark.parametrize("tool", DEFAULT_TOOLS, ids=lambda tool: tool.name)
def test_numbers_may_be_texts(tool: object) -> None:
    options = tool.options  # type: ignore[attr-defined]
    numbers = [option for option in options if option.kind in {int, float, bool}]
    for option in numbers:
        value = True if option.kind is bool else option.high
        needed = {each.name: "x" for each in options if each.required}
        given = needed | {option.name: f" {str(value).lower()} "}
        read = read_request(given, options, from_model=True)
        assert read == needed | {option.name: value}


async def test_answers_and_verdicts_name_pages(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        answer = await called(
            client, "rag-search", question="What is the heron gauge 4?", kind="pdf"
        )
        assert re.search(
            r"\[1\] files, old/Report John\.pdf, p\. \d \(verified\)", text_of(answer)
        )
        draft = '"about the heron gauge 4" (Report John.pdf, p. 4)'
        checked = await called(client, "verify_quotes", text=draft)
        assert "verified: files, old/Report John.pdf, p. 4 " in text_of(checked)


@pytest.mark.parametrize("text", ["[" * 9_000, "nan", "1e999", "true", "", "ü"])
async def test_a_text_that_is_no_number_is_an_error_in_words(
    vaults: ServedVaults, text: str
) -> None:
    async with mcp_client(vaults) as client:
        result = await called(client, "search_files", query="heron", limit=text)
        assert result.is_error
        assert "`limit` must be" in text_of(result)
