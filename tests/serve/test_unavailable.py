"""What cannot be used is named, by HTTP and MCP, and the server goes on."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from ragtui_core import Vault, open_vault
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.serving import called, http_client, mcp_client, running, text_of

SEARCH = {"query": "Curlew"}
QUESTION = {"question": "How often is the Curlew recalibrated?"}


def asked(root: Path, index: Path) -> dict[str, str]:
    """What HTTP and MCP say to a search and to a question."""
    vault = open_vault(root, db=index)
    served = ServedVault(vault, index=False)
    accept = {"Accept": "application/json"}
    with running(served) as base, http_client(base) as client:
        search = client.post("/api/search", json=SEARCH)
        answer = client.post("/api/ask", json=QUESTION, headers=accept)
        said = {"search": search.text, "ask": answer.text}
        said["status"] = f"{search.status_code} {answer.status_code}"
        assert client.get("/healthz").status_code == 200

    async def by_mcp() -> None:
        async with mcp_client(ServedVaults([ServedVault(vault, index=False)])) as agent:
            said["tool"] = text_of(await called(agent, "search_files", **SEARCH))
            said["rag"] = text_of(await called(agent, "rag-search", **QUESTION))
            assert (await agent.list_tools()).tools

    vault = open_vault(root, db=index)
    asyncio.run(by_mcp())
    vault.close()
    for text in said.values():
        assert "Traceback" not in text
        assert str(root) not in text
        assert str(index) not in text
    return said


def nothing(vault: Vault) -> None:
    """Leave it as it is."""


def make_newer(vault: Vault) -> None:
    """An index of a later version."""
    connection = apsw.Connection(str(vault.index_path))
    connection.pragma("user_version", 99)
    connection.close()


def leave_out_vectors(vault: Vault) -> None:
    """An index that was never embedded."""
    vault.back_up_index()
    vault.index(embed=False)


def delete(vault: Vault) -> None:
    """Only the index is left."""
    shutil.rmtree(vault.root)
    vault.root.mkdir()


CASES: tuple[tuple[Callable[[Vault], None], dict[str, str], dict[str, str]], ...] = (
    (make_newer, {}, {"status": "503 503", "search": "update ragtui", "tool": "newer"}),
    (
        nothing,
        {"RAGTUI_ANSWER_PROVIDER": "claude"},
        {"status": "200 502", "ask": "ANTHROPIC_API_KEY", "rag": "ANTHROPIC_API_KEY"},
    ),
    (
        nothing,
        {"RAGTUI_EMBEDDING_MODEL": "nowhere/nothing"},  # the old vectors are used
        {"status": "200 200", "search": "curlew.md", "tool": "curlew.md"},
    ),
    (
        leave_out_vectors,
        {"RAGTUI_EMBEDDING_MODEL": "nowhere/nothing"},
        {"status": "200 200", "search": "curlew.md", "tool": "by meaning covers 0%"},
    ),
    (delete, {}, {"status": "200 200", "search": "curlew.md", "tool": "curlew.md"}),
)
"""What is done to a vault and its settings, and words of what is said."""


@pytest.mark.parametrize(
    ("change", "settings", "words"),
    CASES,
    ids=["newer", "key", "model", "no-vectors", "deleted"],
)
def test_what_cannot_be_used_is_named(
    vault: Vault,
    change: Callable[[Vault], None],
    settings: dict[str, str],
    words: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    index = vault.index_path
    vault.close()
    change(vault)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    said = asked(vault.root, index)
    for where, expected in words.items():
        assert expected in said[where], said


def test_an_index_that_another_process_writes_is_searched(vault: Vault) -> None:
    connection = apsw.Connection(str(vault.index_path))
    connection.execute("BEGIN IMMEDIATE")
    assert "curlew.md" in asked(vault.root, vault.index_path)["search"]
    connection.close()
