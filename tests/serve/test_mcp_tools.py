"""Each tool by the SDK's client, in both revisions of the protocol."""

import json

import pytest
from jsonschema import Draft202012Validator
from mcp.shared.exceptions import MCPError
from mcp_types import ResourceTemplateReference, TextContent, TextResourceContents

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Vault, open_vault
from ragtui_serve.mcp.tools import DEFAULT_TOOLS, chosen_tools
from ragtui_serve.request_options import RequestError
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.serving import (
    MODES,
    called,
    cancel_an_answer,
    mcp_client,
    size_of,
    text_of,
)
from support.vaults import MakeVault

EACH = pytest.mark.parametrize("mode", MODES)
TOOLS = chosen_tools(chatgpt=True)
QUOTE = '"four years without service" '


@EACH
async def test_definitions_are_short_and_read_only(
    vaults: ServedVaults, mode: str
) -> None:
    async with mcp_client(vaults, mode, tools=TOOLS) as client:
        tools = (await client.list_tools()).tools
        default = [t for t in tools if t.name in {each.name for each in DEFAULT_TOOLS}]
        dumped = [t.model_dump(by_alias=True, exclude_none=True) for t in default]
        assert len(json.dumps(dumped)) <= 6000
        assert [t.name for t in tools] == [
            "search_files",
            "search_emails",
            "get_file_content",
            "rag-search",
            "verify_quotes",
            "vault_status",
            "search",
            "fetch",
        ]
        for tool in tools:
            assert tool.annotations
            assert tool.annotations.read_only_hint
            assert tool.annotations.destructive_hint is False
            Draft202012Validator.check_schema(tool.input_schema)
        assert all(tool.output_schema for tool in default)


@EACH
async def test_results_fit_their_schemas(vaults: ServedVaults, mode: str) -> None:
    async with mcp_client(vaults, mode, tools=TOOLS) as client:
        schemas = {t.name: t.output_schema for t in (await client.list_tools()).tools}
        calls = {
            "search_files": {"query": "Curlew"},
            "get_file_content": {"path": "pumps/curlew.md"},
            "rag-search": {"question": "How often is the Curlew recalibrated?"},
            "verify_quotes": {"text": '"measures oxygen" (curlew.md)'},
            "vault_status": {},
        }
        for name, arguments in calls.items():
            result = await called(client, name, **arguments)
            assert not result.is_error, result
            Draft202012Validator(schemas[name]).validate(result.structured_content)


async def test_a_search_is_compact_and_complete_in_words(vaults: ServedVaults) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        result = await called(client, "search_files", query="Curlew recalibrated")
        text, data = text_of(result), result.structured_content
        assert data
        assert data["hits"][0]["path"] == "pumps/curlew.md"
        assert "pumps/curlew.md:4" in text
        assert len(text) <= 2000
        relaxed = await called(client, "search_files", query="Curlew zzxqy swordfish")
        assert relaxed.structured_content
        assert all(
            note in text_of(relaxed) for note in relaxed.structured_content["notes"]
        )
        assert relaxed.structured_content["notes"]
        assert ".hidden" not in text_of(relaxed)
        assert "ignored" not in text_of(relaxed)


async def test_filters_and_formats_of_a_search(vaults: ServedVaults) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        query = {"query": "the", "folder": "pumps", "limit": 50}
        found = await called(client, "search_files", **query, format="detailed")
        data = found.structured_content
        assert data
        assert {hit["path"].partition("/")[0] for hit in data["hits"]} == {"pumps"}
        assert data["hits"][0]["excerpt"] in text_of(found)
        everything = await called(
            client, "search_files", query="word paragraph", limit=50
        )
        assert size_of(everything) <= 40_000


async def test_a_note_is_read_in_parts(vaults: ServedVaults, vault: Vault) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        text, start = "", 0
        for _ in range(100):
            result = await called(
                client, "get_file_content", path="long.md", start=start
            )
            data = result.structured_content
            assert data
            assert size_of(result) <= 40_000
            text += data["text"]
            if not data["left"]:
                break
            start = data["next_start"]
            call = f"get_file_content(path='long.md', start={start})"
            assert call in text_of(result)
        assert text == vault.documents.text("long.md")


async def test_a_section_or_a_line_of_a_note(vaults: ServedVaults) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        section = await called(client, "get_file_content", path="pumps/curlew.md#Care")
        assert text_of(section).startswith("pumps/curlew.md, from line 8:\n## Care")
        line = await called(client, "get_file_content", path="curlew", first_line=10)
        assert text_of(line).splitlines()[1].startswith("The Curlew is recalibrated")
        one_line = await called(
            client, "get_file_content", path="one line", first_line=3, max_chars=18_000
        )
        assert size_of(one_line) <= 40_000
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
    async with mcp_client(vaults, tools=TOOLS) as client:
        result = await called(client, "get_file_content", path=path)
        assert result.is_error
        assert "password" not in text_of(result)
        assert "notes/" not in text_of(result).replace(path, "")
        for uri in (f"ragtui://note/{path}", f"file:///{path}"):
            with pytest.raises(MCPError) as raised:
                await client.read_resource(uri)
            assert "password" not in str(raised.value)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("serch_files", {}, "did you mean `search_files`"),
        ("search_files", {}, "`query` is missing"),
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
    async with mcp_client(vaults, tools=TOOLS) as client:
        result = await called(client, tool, **arguments)
        assert result.is_error
        assert words in text_of(result)
        assert len(text_of(result)) < 400


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("rag-search", {"query": "How often is the Curlew recalibrated?"}, "Curlew"),
        ("search_files", {"question": "Curlew", "top_k": "1"}, "curlew.md"),
        ("search_emails", {"q": "Curlew"}, "Nothing was found"),
        ("get_file_content", {"file": "pumps/curlew.md"}, "# Curlew"),
        ("get_file_content", {"filename": "curlew"}, "# Curlew"),
    ],
)
async def test_names_of_options_that_models_guess_are_understood(
    vaults: ServedVaults, tool: str, arguments: dict[str, object], words: str
) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        result = await called(client, tool, **arguments)
        assert not result.is_error, text_of(result)
        assert words in text_of(result)


@EACH
async def test_an_answer_has_verdicts_and_places(
    vaults: ServedVaults, mode: str
) -> None:
    async with mcp_client(vaults, mode, tools=TOOLS) as client:
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
    async with mcp_client(vaults, tools=TOOLS) as client:
        draft = (
            'It is "recalibrated every ninety days" (pumps/curlew.md:10), and '
            '"recalibrated every forty days" (curlew.md). '
            '"The password is swordfish." (.hidden.md)'
        )
        result = await called(client, "verify_quotes", text=draft)
        lines = text_of(result).splitlines()
        assert lines[0] == "1 of 3 quotations verified."
        assert lines[1].startswith("1. ✓ verified: pumps/curlew.md:10")
        assert lines[2].startswith("2. ✗")
        assert lines[3].startswith("3. ✗ file missing: .hidden.md")
        none = await called(client, "verify_quotes", text="no quotation")
        assert "put them in quotation marks" in text_of(none)
        many = await called(client, "verify_quotes", text=QUOTE * 900)
        assert size_of(many) <= 40_000
        assert "more: send a shorter text" in text_of(many)


async def test_hostile_notes_are_text(vaults: ServedVaults) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        for result in (
            await called(client, "search_files", query="ignore previous instructions"),
            await called(client, "get_file_content", path="hostile.md"),
        ):
            text = text_of(result)
            assert "<script>" in text
            assert not set("\u202e\u202c\x1b") & set(text)


async def test_the_state_of_the_index(vaults: ServedVaults, vault: Vault) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        result = await called(client, "vault_status")
        assert "5 documents" in text_of(result)
        assert str(vault.root) not in text_of(result)
        assert result.structured_content
        assert result.structured_content["documents"] == 5


async def test_chatgpt_finds_and_fetches(vaults: ServedVaults) -> None:
    async with mcp_client(vaults, tools=TOOLS) as client:
        found = json.loads(text_of(await called(client, "search", query="Curlew")))
        first = found["results"][0]
        assert first["title"] == "Curlew"
        fetched = json.loads(text_of(await called(client, "fetch", id=first["id"])))
        assert fetched["id"] == "pumps/curlew.md"
        assert "ninety" in fetched["text"]
        assert fetched["url"] == "ragtui://note/pumps/curlew.md"


@EACH
async def test_notes_are_resources_with_completion(
    vaults: ServedVaults, mode: str
) -> None:
    async with mcp_client(vaults, mode, tools=TOOLS) as client:
        (template,) = (await client.list_resource_templates()).resource_templates
        reference = ResourceTemplateReference(uri=template.uri_template)
        offers = await client.complete(reference, {"name": "path", "value": "cur"})
        assert offers.completion.values == ["pumps/curlew.md"]
        for listed in (await client.list_resources()).resources:
            (content,) = (await client.read_resource(listed.uri)).contents
            assert isinstance(content, TextResourceContents)
            assert 0 < len(content.text) <= 40_000


@EACH
async def test_notes_of_all_vaults_are_resources(
    served: ServedVault, make_vault: MakeVault, mode: str
) -> None:
    other = make_vault({"b c/d.md": "# Other\n\nThe other vault.\n"})
    other.index(embed=False)
    vaults = ServedVaults([served, ServedVault(other, "my wiki", index=False)])
    async with mcp_client(vaults, mode, tools=TOOLS) as client:
        templates = (await client.list_resource_templates()).resource_templates
        uris = [template.uri_template for template in templates]
        assert uris == ["ragtui://note/{+path}", "ragtui://vault/my%20wiki/{+path}"]
        reference = ResourceTemplateReference(uri=uris[1])
        offers = await client.complete(reference, {"name": "path", "value": "D"})
        assert offers.completion.values == ["b c/d.md"]
        listed = [each.uri for each in (await client.list_resources()).resources]
        assert listed[-1] == "ragtui://vault/my%20wiki/b%20c/d.md"
        (content,) = (await client.read_resource(listed[-1])).contents
        assert isinstance(content, TextResourceContents)
        assert "The other vault." in content.text
        found = await called(client, "search", query="other", vault="my wiki")
        assert json.loads(text_of(found))["results"][0]["url"] == listed[-1]
        for uri in ("ragtui://vault/none/a.md", "ragtui://vault/my%20wiki/..%2Fa.md"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)


@EACH
async def test_prompts_contain_the_question(vaults: ServedVaults, mode: str) -> None:
    async with mcp_client(vaults, mode, tools=TOOLS) as client:
        prompts = (await client.list_prompts()).prompts
        assert [each.name for each in prompts] == ["ask_my_notes", "find_sources"]
        prompt = await client.get_prompt("ask_my_notes", {"question": "Why {x}?"})
        (message,) = prompt.messages
        assert isinstance(message.content, TextContent)
        assert "Answer this question from my notes: Why {x}?" in message.content.text
        for name, arguments in (
            ("ask", {}),
            ("ask_my_notes", {}),
            ("ask_my_notes", None),
        ):
            with pytest.raises(MCPError, match=r"did you mean|is missing"):
                await client.get_prompt(name, arguments)


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
