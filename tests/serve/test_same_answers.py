"""The same 30 questions by command, MCP and HTTP: the same hits and verdicts."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragtui_cli.main import main
from ragtui_core import open_vault
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.same_questions import QUESTIONS
from support.serving import called, http_client, mcp_client, running

SAMPLE = Path(__file__).parents[2] / "sample-vault"


@pytest.fixture
def sample(tmp_path: Path, sample_index: Path) -> Iterator[ServedVault]:
    vault = open_vault(shutil.copytree(SAMPLE, tmp_path / "sample"))
    vault.index_path.parent.mkdir(parents=True)
    shutil.copyfile(sample_index, vault.index_path)
    yield ServedVault(vault, index=False)
    vault.close()


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command prints as JSON."""
    assert main(list(arguments)) in {0, 1}
    return json.loads(capsys.readouterr().out)


def by_mcp(served: ServedVault, tool: str, requests: list[dict[str, Any]]) -> list[Any]:
    """The data of a tool's results."""

    async def results() -> list[Any]:
        async with mcp_client(ServedVaults([served])) as client:
            called_ = [await called(client, tool, **request) for request in requests]
            return [result.structured_content for result in called_]

    return asyncio.run(results())


def test_the_same_hits(sample: ServedVault, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(set(QUESTIONS)) == 30
    options = ("--vault", str(sample.vault.root), "--json", "-n", "5", "--")
    command = [printed(capsys, "search", *options, query) for query in QUESTIONS]
    requests = [{"query": query, "limit": 5} for query in QUESTIONS]
    with running(sample) as base, http_client(base) as client:
        http = [client.post("/api/search", json=each).json() for each in requests]
    mcp = by_mcp(sample, "search_files", requests)
    for one, two, three in zip(command, http, mcp, strict=True):
        expected = [(hit["path"], hit["lines"][0], hit["score"]) for hit in one["hits"]]
        assert expected == [
            (hit["path"], hit["lines"][0], hit["score"]) for hit in two["hits"]
        ]
        assert expected[: one["listed"]] == [
            (hit["path"], hit["line"], hit["score"]) for hit in three["hits"]
        ]
        weaker = one["weaker"]
        more = [f"There are {weaker}: min_score 0 shows them."] if weaker else []
        assert one["notes"] == two["notes"]
        assert [*more, *one["notes"]] == three["notes"]


@pytest.mark.e2e  # a minute on a busy machine
def test_the_same_verdicts(
    sample: ServedVault, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--vault", str(sample.vault.root), "--json", "--no-save", "--")
    command = [printed(capsys, "ask", *options, each) for each in QUESTIONS]
    accept = {"Accept": "application/json"}
    requests = [{"question": each} for each in QUESTIONS]
    with running(sample) as base, http_client(base) as client:
        http = [
            client.post("/api/ask", json=each | {"save": False}, headers=accept).json()
            for each in requests
        ]
    mcp = by_mcp(sample, "rag-search", requests)
    for one, two, three in zip(command, http, mcp, strict=True):
        assert one["answer"] == two["answer"] == three["answer"]
        assert one["citations"] == two["citations"]
        assert [
            (each["path"], each["lines"][0], each["verdict"])
            for each in one["citations"]
        ] == [
            (each["path"], each["line"], each["verdict"]) for each in three["citations"]
        ]
        assert one["notices"] == two["notices"] == three["notices"]
