"""Each tool by the SDK's client, in both revisions of the protocol."""

import json
import re

import pytest
from jsonschema import Draft202012Validator
from mcp.shared.exceptions import MCPError

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Vault, open_vault
from ragtui_core.tools.request_option import RequestError
from ragtui_serve.mcp.tools import chosen_tools
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.serving import (
    MODES,
    called,
    cancel_an_answer,
    mcp_client,
    paths_of,
    text_of,
)
from support.vaults import MakeVault

EACH = pytest.mark.parametrize("mode", MODES)
QUOTE = '"four years without service" '


@EACH
async def test_definitions_are_short_and_read_only(
    vaults: ServedVaults, mode: str
) -> None:
    async with mcp_client(vaults, mode) as client:
        tools = (await client.list_tools()).tools
        dumped = [t.model_dump(by_alias=True, exclude_none=True) for t in tools]
        assert len(json.dumps(dumped)) <= 5500
        assert [t.name for t in tools] == [
            "search_files",
            "get_file_content",
            "sum_rows",
            "rag-search",
            "verify_quotes",
            "vault_status",
        ]
        for tool in tools:
            assert tool.annotations
            assert tool.annotations.read_only_hint
            assert tool.annotations.destructive_hint is False
            Draft202012Validator.check_schema(tool.input_schema)
        with pytest.raises(MCPError):
            await client.list_resources()
        with pytest.raises(MCPError):
            await client.list_prompts()


@EACH
async def test_a_result_is_sent_once(vaults: ServedVaults, mode: str) -> None:
    async with mcp_client(vaults, mode) as client:
        calls = {
            "search_files": {"query": "Curlew"},
            "get_file_content": {"path": "pumps/curlew.md"},
            "rag-search": {"question": "How often is the Curlew recalibrated?"},
            "sum_rows": {"column": "price", "query": "Curlew"},
            "verify_quotes": {"text": '"measures oxygen" (curlew.md)'},
            "vault_status": {},
        }
        for name, arguments in calls.items():
            result = await called(client, name, **arguments)
            assert not result.is_error, result
            assert result.structured_content is None
            assert text_of(result)


async def test_a_search_is_compact_and_complete_in_words(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        result = await called(client, "search_files", query="Curlew recalibrated")
        text = text_of(result)
        assert paths_of(result)[0] == "pumps/curlew.md"
        assert "pumps/curlew.md:4" in text
        assert len(text) <= 2000
        relaxed = await called(client, "search_files", query="Curlew zzxqy swordfish")
        assert text_of(relaxed).splitlines()[-1].startswith("(")
        assert ".hidden" not in text_of(relaxed)
        assert "ignored" not in text_of(relaxed)


async def test_filters_and_formats_of_a_search(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        query = {"query": "the", "folder": "pumps", "limit": 50}
        found = await called(client, "search_files", **query, format="detailed")
        assert {path.partition("/")[0] for path in paths_of(found)} == {"pumps"}
        everything = await called(
            client, "search_files", query="word paragraph", limit=50
        )
        assert len(text_of(everything)) <= 20_000


async def test_a_note_is_read_in_parts(vaults: ServedVaults, vault: Vault) -> None:
    async with mcp_client(vaults) as client:
        text, start = "", 0
        for _ in range(100):
            result = await called(
                client, "get_file_content", path="long.md", start=start
            )
            lines = text_of(result)
            _, _, part = lines.partition("\n")
            end = re.search(
                r"\n\[[\d,]+ more characters: "
                r"get_file_content\(path='long\.md', start=(\d+)\)\]$",
                part,
            )
            text += part[: end.start()] if end else part
            if not end:
                break
            start = int(end[1])
        assert text == vault.documents.text("long.md")


async def test_a_section_or_a_line_of_a_note(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        section = await called(client, "get_file_content", path="pumps/curlew.md#Care")
        assert text_of(section).startswith("pumps/curlew.md, from line 8:\n## Care")
        line = await called(client, "get_file_content", path="curlew", first_line=10)
        assert text_of(line).splitlines()[1].startswith("The Curlew is recalibrated")
        one_line = await called(
            client, "get_file_content", path="one line", first_line=3, max_chars=18_000
        )
        assert len(text_of(one_line)) <= 20_000
        assert "more characters: get_file_content" in text_of(one_line)


@pytest.mark.parametrize(
    "path",
    [
        "../notes/long.md",
        "/etc/passwd",
        "pumps/../.hidden.md",
        ".hidden.md",
        "ignored.md",
        ".gitignore",
        "%2e%2e/x.md",
        "nowhere.md",
        "",
        "a" * 3_000,
    ],
)
async def test_only_indexed_documents_are_read(vaults: ServedVaults, path: str) -> None:
    async with mcp_client(vaults) as client:
        result = await called(client, "get_file_content", path=path)
        assert result.is_error
        assert "password" not in text_of(result)
        assert "notes/" not in text_of(result).replace(path, "")


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("serch_files", {}, "did you mean `search_files`"),
        ("search_files", {}, "`query` is missing: words, or give a filter"),
        ("search_files", {"query": "x", "after": "soon"}, "`after` must be a date"),
        ("search_files", {"query": "x", "sort": "date"}, "relevance, newest, oldest"),
        ("get_file_content", {"path": "long.md#^none"}, "has no block ^none"),
        ("search_files", {"query": "x", "limit": 999}, "`limit` must be at most 50"),
        ("search_files", {"query": "x", "limit": "five"}, "must be a whole number"),
        ("search_files", {"query": "x", "limit": "999"}, "`limit` must be at most 50"),
        ("get_file_content", {"path": "curlew", "pages": "3"}, "has no pages"),
        ("search_files", {"query": ["x"]}, "`query` must be text"),
        ("search_files", {"query": "x", "folder": ["a"]}, "`folder` must be text"),
        ("search_files", {"query": "x", "lmit": 5}, "did you mean `limit`? It takes"),
        ("verify_quotes", {"claims": "x"}, "`claims`. It takes: text"),
        ("search_files", {"query": "a\0b"}, "without NUL characters"),
        ("get_file_content", {"path": "crlew.md"}, "did you mean"),
        ("get_file_content", {"path": "long.md#Nowhere"}, "Nowhere"),
        ("rag-search", {"question": "  "}, "`question` must be a text that is not"),
        ("verify_quotes", {"text": "x" * 50_000}, "at most 40,000 characters"),
    ],
)
async def test_errors_say_in_words_what_to_do(
    vaults: ServedVaults, tool: str, arguments: dict[str, object], words: str
) -> None:
    async with mcp_client(vaults) as client:
        result = await called(client, tool, **arguments)
        assert result.is_error
        assert words in text_of(result)
        assert len(text_of(result)) < 400


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("rag-search", {"query": "How often is the Curlew recalibrated?"}, "Curlew"),
        ("search_files", {"question": "Curlew", "top_k": "1"}, "curlew.md"),
        ("get_file_content", {"file": "pumps/curlew.md"}, "# Curlew"),
        ("get_file_content", {"filename": "curlew"}, "# Curlew"),
    ],
)
async def test_names_of_options_that_models_guess_are_understood(
    vaults: ServedVaults, tool: str, arguments: dict[str, object], words: str
) -> None:
    async with mcp_client(vaults) as client:
        result = await called(client, tool, **arguments)
        assert not result.is_error, text_of(result)
        assert words in text_of(result)


@EACH
async def test_an_answer_has_verdicts_and_places(
    vaults: ServedVaults, mode: str
) -> None:
    async with mcp_client(vaults, mode) as client:
        steps: list[tuple[float, str | None]] = []

        async def note(
            progress: float, total: float | None, message: str | None
        ) -> None:
            assert total is None
            steps.append((progress, message))

        result = await client.call_tool(
            "rag-search",
            {"question": "How often is the Curlew recalibrated?"},
            progress_callback=note,
        )
        text = text_of(result)
        assert "recalibrated every **ninety** days" in text
        assert "[1] pumps/curlew.md:10 (verified)" in text
        assert steps[0] == (0, "Searching")
        assert steps[-1][1] == "Writing"


async def test_quotations_of_a_draft_get_verdicts(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        draft = (
            'It is "recalibrated every ninety days" (pumps/curlew.md:10), and '
            '"recalibrated every forty days" (curlew.md). '
            '"The password is swordfish." (.hidden.md)'
        )
        result = await called(client, "verify_quotes", text=draft)
        lines = text_of(result).splitlines()
        assert lines[0] == "1 of 3 quotations verified."
        assert lines[1].startswith("1. ✓ verified: pumps/curlew.md:10")
        assert lines[2].startswith("2. ≠")
        assert lines[3].startswith("3. ∅ file missing: .hidden.md")
        none = await called(client, "verify_quotes", text="no quotation")
        assert "put them in quotation marks" in text_of(none)
        many = await called(client, "verify_quotes", text=QUOTE * 900)
        assert len(text_of(many)) <= 20_000
        assert "more: send a shorter text" in text_of(many)


async def test_hostile_notes_are_text(vaults: ServedVaults) -> None:
    async with mcp_client(vaults) as client:
        for result in (
            await called(client, "search_files", query="ignore previous instructions"),
            await called(client, "get_file_content", path="hostile.md"),
        ):
            text = text_of(result)
            assert "<script>" in text
            assert not set("\u202e\u202c\x1b") & set(text)


async def test_the_state_of_the_index(vaults: ServedVaults, vault: Vault) -> None:
    async with mcp_client(vaults) as client:
        result = await called(client, "vault_status")
        assert "5 documents" in text_of(result)
        assert str(vault.root) not in text_of(result)


@EACH
async def test_a_cancelled_answer_closes_the_connection_to_the_model(
    vault: Vault, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeAnthropic("stall") as model:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", model.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        vaults = ServedVaults([ServedVault(vault, index=False)])
        async with mcp_client(vaults, mode) as client:
            await cancel_an_answer(client, model)


async def test_several_vaults_have_names(
    served: ServedVault, make_vault: MakeVault
) -> None:
    other = make_vault({"b.md": "# Other\n\nThe other vault.\n"})
    other.index(embed=False)
    vaults = ServedVaults([served, ServedVault(other, "other", index=False)])
    async with mcp_client(vaults) as client:
        found = await called(client, "search_files", query="other", vault="other")
        assert "b.md:3" in text_of(found) or "b.md:1" in text_of(found)
        wrong = await called(client, "search_files", query="other", vault="othr")
        assert "unknown vault `othr`; did you mean `other`?" in text_of(wrong)


async def test_a_vault_without_an_index_is_indexed(
    make_vault: MakeVault,
) -> None:
    served = ServedVault(make_vault({"a.md": "# A\n\nAll of it.\n"}))
    async with mcp_client(ServedVaults([served])) as client:
        assert "a.md:1" in text_of(
            await called(client, "search_files", query="all of it")
        )
    served.close()


async def test_an_index_that_cannot_be_used_is_named(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({"a.md": "# A\n\nAll of it.\n"})
    vault.index_path.parent.mkdir(parents=True)
    vault.index_path.write_bytes(b"no database, but longer than a header " * 100)
    served = ServedVault(open_vault(vault.root))
    async with mcp_client(ServedVaults([served])) as client:
        result = await called(client, "search_files", query="all of it")
        assert result.is_error
        assert str(vault.index_path.parent) not in text_of(result)
        assert "index" in text_of(result)
    served.close()


def test_tools_are_chosen_by_name() -> None:
    chosen = chosen_tools("vault_status, search_files")
    assert [tool.name for tool in chosen] == ["vault_status", "search_files"]
    with pytest.raises(RequestError, match="did you mean `verify_quotes`"):
        chosen_tools("verify_quote")
