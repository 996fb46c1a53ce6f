"""The same 30 questions by command and in Telegram: the same hits and verdicts."""

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from ragtui_cli.main import main
from ragtui_core import AskOptions, SearchOptions, Vault, Verdict, open_vault
from ragtui_core.citations import verdict_label, verdict_sign
from ragtui_serve.telegram.answer_message import MAX_BUTTONS, MAX_SOURCES, AnswerText
from ragtui_serve.telegram.markup import messages_of, plain_text
from ragtui_serve.telegram.replies import Reply, search_reply
from support.commands import ROOT
from support.same_questions import QUESTIONS

HIT = re.compile(r"^\d+\. .* (\d\.\d\d)\n(.+):(\d+)$", re.MULTILINE)
QUOTATION = re.compile(r"\[(\d+)\] (. [a-z ]+)")


@pytest.fixture
def sample(tmp_path: Path, sample_index: Path) -> Iterator[Vault]:
    vault = open_vault(shutil.copytree(ROOT / "sample-vault", tmp_path / "sample"))
    vault.index_path.parent.mkdir(parents=True)
    shutil.copyfile(sample_index, vault.index_path)
    yield vault
    vault.close()


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command prints as JSON."""
    assert main(list(arguments)) in {0, 1}
    return json.loads(capsys.readouterr().out)


def shown(reply: Reply) -> str:
    """What a person reads, in all messages."""
    return "\n\n".join(map(plain_text, messages_of(reply.parts)))


def test_the_same_hits(sample: Vault, capsys: pytest.CaptureFixture[str]) -> None:
    for query in QUESTIONS:
        options = ("--vault", str(sample.root), "--json", "--")
        expected = printed(capsys, "search", *options, query)["hits"]
        result = sample.search(query, SearchOptions(front_end="telegram"))
        found = HIT.findall(shown(search_reply(result, weak=True)))
        assert [(path, int(line)) for _, path, line in found] == [
            (hit["path"], hit["lines"][0]) for hit in expected
        ]
        # Both are rounded, to two and to four digits.
        scores = [hit["score"] for hit in expected]
        assert [float(score) for score, _, _ in found] == pytest.approx(
            scores, abs=0.00505
        )


@pytest.mark.e2e  # a minute on a busy machine
def test_the_same_verdicts(sample: Vault, capsys: pytest.CaptureFixture[str]) -> None:
    async def answered(question: str) -> AnswerText:
        answer = AnswerText()
        options = AskOptions(keep=False, front_end="telegram")
        async with aclosing(sample.ask(question, options)) as events:
            async for event in events:
                answer.take(event)
        return answer

    for question in QUESTIONS:
        options = ("--vault", str(sample.root), "--json", "--")
        cited = printed(capsys, "ask", *options, question)["citations"]
        paths = list(dict.fromkeys(each["path"] for each in cited))[:MAX_SOURCES]
        expected = {
            (str(number), _words(Verdict(each["verdict"])))
            for number, each in enumerate(cited, 1)
            if each["path"] in paths
        }
        reply = asyncio.run(answered(question)).reply()
        sources = shown(reply).partition("Sources\n")[2]
        assert {*QUOTATION.findall(sources)} == expected
        labels = {label for row in reply.buttons for label, _ in row}
        numbers = sorted(int(number) for number, _ in expected)[:MAX_BUTTONS]
        assert not expected or labels == {f"[{number}]" for number in numbers}


def _words(verdict: Verdict) -> str:
    return f"{verdict_sign(verdict)} {verdict_label(verdict)}"
