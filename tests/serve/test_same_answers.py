"""The same 30 questions by command, MCP and HTTP: the same hits and verdicts."""

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragtui_cli.main import main
from ragtui_core import Verdict, open_vault
from ragtui_core.citations import verdict_label
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.same_questions import QUESTIONS
from support.serving import called, http_client, mcp_client, running, text_of

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


def by_mcp(served: ServedVault, tool: str, requests: list[dict[str, Any]]) -> list[str]:
    """The texts of a tool's results."""

    async def results() -> list[str]:
        async with mcp_client(ServedVaults([served])) as client:
            called_ = [await called(client, tool, **request) for request in requests]
            return [*map(text_of, called_)]

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
        found = re.findall(r"^(\d+)\. (\d\.\d\d) (.+)$", three, re.MULTILINE)
        assert len(found) == one["listed"]
        for (path, line, score), (_, shown, rest) in zip(expected, found, strict=False):
            assert rest.startswith((f"{path}:{line} ", f"{path}, "))
            assert float(shown) == pytest.approx(score, abs=0.00505)
        assert one["notes"] == two["notes"]
        assert bool(one["weaker"]) == ("There are weaker results" in three)


@pytest.mark.e2e  # a minute on a busy machine
def test_the_same_verdicts(
    sample: ServedVault, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--vault", str(sample.vault.root), "--json", "--")
    printed(capsys, "ask", *options, "who is first told that there is no model?")
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
        assert one["answer"] == two["answer"]
        assert three.startswith(one["answer"])
        assert one["citations"] == two["citations"]
        cited = re.findall(r"^\[\d+\] .* \(([a-z ]+)\) ['\"]", three, re.MULTILINE)
        verdicts = [
            verdict_label(Verdict(each["verdict"])) for each in one["citations"]
        ]
        assert cited == verdicts
        assert one["notices"] == two["notices"]
        assert all(notice in three for notice in one["notices"])
