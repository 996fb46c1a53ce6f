"""Answers are measured as they are given: citations, abstentions, what is stored."""

from dataclasses import replace
from pathlib import Path

import pytest

from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault
from ragtui_core.errors import AnswerError
from ragtui_core.settings import ProviderName
from ragtui_eval.answer_measurement import (
    AnswerReport,
    AnswerResult,
    answer_systems,
    measure_answers,
    summarise_answers,
)
from ragtui_eval.query_set import Answer, EvaluationQuery
from support.vaults import MakeVault

IMPELLER = "The impeller is changed every second winter."
NOTES: dict[str, str | bytes] = {
    "pump.md": f"# Pump\n\nThe pump is painted blue. {IMPELLER} Call Rosa.\n",
    "boat.md": "# Boat\n\nThe ferry leaves the island at seven in the morning.\n",
}
OFTEN = EvaluationQuery(
    "often",
    "How often is the impeller replaced?",
    answers=(Answer("pump.md", "every second winter"), Answer("boat.md", "seven")),
)
CHESS = EvaluationQuery("chess", "Who won the chess championship of 1972?")


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    made = make_vault(NOTES)
    made.index()
    return made


def result(
    question: EvaluationQuery, *right: bool, found: int = 0, abstained: bool = False
) -> AnswerResult:
    return AnswerResult(question, (), right, right, found, abstained, 0.1)


def test_extracts_are_measured_and_not_stored(vault: Vault) -> None:
    systems = answer_systems(vault)
    assert list(systems) == ["extractive"]
    progress: list[tuple[int, int]] = []
    often, chess = measure_answers(
        systems["extractive"], [OFTEN, CHESS], lambda *at: progress.append(at)
    )
    assert progress == [(1, 2), (2, 2)]
    assert often.cited[0].quote == IMPELLER
    assert often.right[0]
    assert (often.found, often.abstained) == (1, False)
    assert (chess.cited, chess.right, chess.abstained) == ((), (), True)
    assert list(vault.chats.list()) == []
    assert not list(Path(vault.data_directory).rglob("audit*"))


def test_a_configured_model_is_measured_beside_them(vault: Vault) -> None:
    with FakeCompatible("It is done every second winter [1].") as server:
        address = replace(vault.settings.answer.server, base_url=server.base_url)
        answer = replace(vault.settings.answer, server=address)
        systems = answer_systems(vault.under(replace(vault.settings, answer=answer)))
        assert list(systems) == ["extractive", "compatible"]
        (said,) = measure_answers(systems["compatible"], [OFTEN])
        assert [each.path for each in said.cited] == ["pump.md"]
        assert said.right == (True,)
        server.says = "I don\u2019t have information about that."
        (refused,) = measure_answers(systems["compatible"], [CHESS])
    assert refused.abstained


def test_a_provider_without_a_key_is_an_error(vault: Vault) -> None:
    answer = replace(vault.settings.answer, provider=ProviderName.CLAUDE)
    with pytest.raises(AnswerError, match="no key for Claude"):
        answer_systems(vault.under(replace(vault.settings, answer=answer)))


def test_shares_are_of_the_questions_they_are_about() -> None:
    found = summarise_answers(
        "x",
        [
            result(OFTEN, True, False, found=1),
            result(OFTEN, False, False, False, True, found=2),
            result(OFTEN, abstained=True),
            result(CHESS, False),
            result(CHESS, abstained=True),
        ],
    )
    means = {name: estimate.mean for name, estimate in found.metrics.items()}
    assert (found.answerable, found.unanswerable) == (3, 2)
    assert means == pytest.approx(
        {
            "first": 1 / 3,
            "first_three": 1 / 3,
            "citation_precision": (1 / 2 + 1 / 4) / 2,
            "citation_recall": (1 / 2 + 1) / 3,
            "abstention_precision": 1 / 2,
            "abstention_recall": 1 / 2,
            "false_alarms": 1 / 3,
        }
    )
    low, high = found.metrics["first"].low, found.metrics["first"].high
    assert low < means["first"] < high


def test_what_was_not_asked_is_left_out() -> None:
    report = AnswerReport("mine", "dev", {"x": [result(OFTEN, abstained=True)]})
    lines = list(report.lines())
    assert lines[0] == "mine, split dev: 1 answerable questions, 0 unanswerable"
    assert next(x for x in lines if x.startswith("abstention recall")).endswith(" -")
    assert any(".000 [.00, .00]" in line for line in lines)
    (system,) = report.as_json()["systems"]
    assert "abstention_recall" not in system["metrics"]
    assert system["questions"][0]["id"] == "often"
