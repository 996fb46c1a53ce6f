"""Each tool by the SDK's client, in both revisions of the protocol."""

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator
from mcp.shared.exceptions import MCPError

from ragtui_core import Vault, open_vault
from ragtui_serve.mcp import tools
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.serving import MODES, called, mcp_client, paths_of, text_of
from support.vaults import Files, IndexVault, MakeVault

EACH = pytest.mark.parametrize("mode", MODES)


@EACH
async def test_tools_are_short_and_read_only(vaults: ServedVaults, mode: str) -> None:
    async with mcp_client(vaults, mode) as client:
        offered = (await client.list_tools()).tools
        dumped = [t.model_dump(by_alias=True, exclude_none=True) for t in offered]
        assert len(json.dumps(dumped)) <= 5500
        assert [t.name for t in offered] == [
            "search_files",
            "get_file_content",
            "sum_rows",
            "rag-search",
            "verify_quotes",
            "vault_status",
        ]
        for tool in offered:
            assert tool.annotations
            assert tool.annotations.read_only_hint
            assert tool.annotations.destructive_hint is False
            Draft202012Validator.check_schema(tool.input_schema)
        with pytest.raises(MCPError):
            await client.list_resources()
        with pytest.raises(MCPError):
            await client.list_prompts()


@EACH
async def test_a_result_is_sent_once(
    vaults: ServedVaults, vault: Vault, mode: str
) -> None:
    with (vault.root / "pumps/curlew.md").open("a", encoding="utf-8") as file:
        file.write("\n- price: 3\n")
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


@EACH
async def test_answers_have_verdicts_and_places(
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
        assert text.count("ninety") == 1
        assert steps[0] == (0, "Searching")
        assert steps[-1][1] == "Writing"


async def test_a_long_answer_is_cut_at_a_word(
    vaults: ServedVaults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "MAX_ANSWER", 30)
    question = {"question": "How often is the Curlew recalibrated?"}
    async with mcp_client(vaults, MODES[0]) as client:
        text = text_of(await client.call_tool("rag-search", question))
    first, *_, last = text.splitlines()
    assert len(first) <= 32
    assert last == "(The answer was cut at 30 characters.)"


WRONG: tuple[tuple[str, dict[str, object], str], ...] = (
    ("serch_files", {}, "did you mean `search_files`"),
    ("search_files", {"query": "x", "lmit": 5}, "search_files: unknown option"),
    ("rag-search", {"question": "  "}, "`question` must be a text that is not"),
)


async def test_errors_and_hostile_notes_are_text_and_every_filter_is_accepted(
    vaults: ServedVaults,
) -> None:
    async with mcp_client(vaults) as client:
        for tool, arguments, words in WRONG:
            result = await called(client, tool, **arguments)
            assert result.is_error
            assert words in text_of(result)
        found = await called(client, "search_files", query="the", tag="oxygen")
        assert paths_of(found) == ["pumps/curlew.md"]
        assert '"tag"' not in str(await client.list_tools())
        for result in (
            await called(client, "search_files", query="ignore previous instructions"),
            await called(client, "get_file_content", path="hostile.md"),
        ):
            text = text_of(result)
            assert "<script>" in text
            assert not set("\u202e\u202c\x1b") & set(text)


async def test_the_state_says_what_to_filter_by(index_vault: IndexVault) -> None:
    day = "---\ncreated: {}\nupdated: {}\n---\n# Note\n"
    notes: Files = {
        "old, files/a.md": day.format("2025-01-02", "2026-09-01"),
        "in/b.md": day.format("2025-03-04", "2025-03-04"),
        "in/c.html": "<h1>Note</h1><p>Words.</p>",
    }
    vault = index_vault(notes)
    async with mcp_client(ServedVaults([ServedVault(vault, index=False)])) as client:
        text = text_of(await called(client, "vault_status"))
    assert "3 documents" in text
    assert str(vault.root) not in text
    assert "folder: in (2), old, files (1)." in text
    assert "kind: markdown (2), html (1)." in text
    assert "dates: 2025-01-02 to 2025-03-04." in text  # those that filters use
    assert "-without" in text


async def test_vaults_have_names(served: ServedVault, index_vault: IndexVault) -> None:
    other = index_vault({"b.md": "# Other\n\nThe other vault.\n"})
    vaults = ServedVaults([served, ServedVault(other, "other", index=False)])
    async with mcp_client(vaults) as client:
        found = await called(client, "search_files", query="other", vault="other")
        assert "b.md:3" in text_of(found) or "b.md:1" in text_of(found)
        wrong = await called(client, "search_files", query="other", vault="othr")
        assert "unknown vault `othr`; did you mean `other`?" in text_of(wrong)


async def test_a_vault_without_an_index_is_indexed(make_vault: MakeVault) -> None:
    served = ServedVault(make_vault({"a.md": "# A\n\nAll of it.\n"}))
    async with mcp_client(ServedVaults([served])) as client:
        assert "a.md:1" in text_of(
            await called(client, "search_files", query="all of it")
        )
    served.close()


async def test_what_is_not_found_may_not_have_been_read(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = replace(vault.coverage.whole(), last_indexed="")
    served = ServedVault(vault, index=False)
    vars(served)["_follower"].is_indexing = True
    async with mcp_client(ServedVaults([served])) as client:
        wanted = {"path": "gone.md"}
        done = text_of(await called(client, "get_file_content", **wanted))
        monkeypatch.setattr(type(vault.coverage), "whole", lambda _: begun)
        text = text_of(await called(client, "get_file_content", **wanted))
    assert done.startswith("get_file_content: no document 'gone.md'")
    assert "(The vault is still being read, " in text.removeprefix(done)


async def test_an_index_that_cannot_be_used_is_named(make_vault: MakeVault) -> None:
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
