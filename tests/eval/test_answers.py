"""Answers are measured as they are given: citations, abstentions, what is stored."""

from dataclasses import replace
from pathlib import Path

import pytest

from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault
from ragtui_core.errors import AnswerError
from ragtui_core.settings import ProviderName
from ragtui_core.types import Span
from ragtui_eval.answer_measurement import (
    answer_systems,
    answer_values,
    measure_answers,
)
from ragtui_eval.query_set import Answer, EvaluationQuery
from support.answers import CITATION
from support.vaults import vault_fixture

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


vault = vault_fixture(NOTES, embed=True)


def test_extracts_are_measured_and_not_stored(vault: Vault) -> None:
    systems = answer_systems(vault)
    assert list(systems) == ["extractive"]
    progress: list[tuple[int, int]] = []
    often, chess = measure_answers(
        systems["extractive"], [OFTEN, CHESS], lambda *at: progress.append(at)
    )
    assert progress == [(1, 2), (2, 2)]
    assert often.values["first citation right"] == 1.0
    assert often.values["false alarms"] == 0.0
    assert chess.values == {"abstention precision": 1.0, "abstention recall": 1.0}
    assert list(vault.chats.list()) == []
    assert not list(Path(vault.data_directory).rglob("audit*"))


def test_a_configured_model_is_measured_beside_them(vault: Vault) -> None:
    with FakeCompatible("It is done every second winter [1].") as server:
        address = replace(vault.settings.answer.server, base_url=server.base_url)
        answer = replace(vault.settings.answer, server=address)
        systems = answer_systems(vault.under(replace(vault.settings, answer=answer)))
        assert list(systems) == ["extractive", "compatible"]
        (said,) = measure_answers(systems["compatible"], [OFTEN])
        assert said.values["first citation right"] == 1.0
        server.says = "I don\u2019t have information about that."
        (refused,) = measure_answers(systems["compatible"], [CHESS])
    assert refused.values["abstention recall"] == 1.0


def test_a_provider_without_a_key_is_an_error(vault: Vault) -> None:
    answer = replace(vault.settings.answer, provider=ProviderName.CLAUDE)
    with pytest.raises(AnswerError, match="no key for Claude"):
        answer_systems(vault.under(replace(vault.settings, answer=answer)))


def test_citations_are_right_that_contain_an_answer(vault: Vault) -> None:
    documents = {path: vault.documents.read(path) for path in NOTES}
    text = documents["pump.md"].text
    starts = [text.index("The pump is"), text.index(IMPELLER), text.index("Call")]
    cited = [
        replace(CITATION, path="pump.md", span=Span(start, start + 4))
        for start in starts
    ]
    values = answer_values(OFTEN, cited, documents, refused=False)
    assert values == pytest.approx(
        {
            "false alarms": 0.0,
            "first citation right": 0.0,
            "one of the first three right": 0.0,
            "citation precision": 1 / 3,
            "citation recall": 1 / 2,
        }
    )
    none = answer_values(OFTEN, [], documents, refused=True)
    assert (none["false alarms"], none["abstention precision"]) == (1.0, 0.0)
    assert "citation precision" not in none
