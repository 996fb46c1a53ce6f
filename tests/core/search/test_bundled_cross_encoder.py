"""The bundled cross-encoder scores each pair on its own."""

import pytest

from ragtui_core.search.reranker import BundledCrossEncoder

QUESTION = "How often is the impeller replaced?"
ANSWER = "The impeller is changed every second winter."
OTHER = "The ferry leaves the island at seven in the morning."


@pytest.fixture(scope="module")
def encoder() -> BundledCrossEncoder:
    return BundledCrossEncoder()


def test_an_answer_scores_above_other_text(encoder: BundledCrossEncoder) -> None:
    answer, other = encoder.scores(QUESTION, [ANSWER, OTHER])
    assert -12 < other < -5 < 0 < answer < 10


def test_a_score_does_not_depend_on_others(encoder: BundledCrossEncoder) -> None:
    together = encoder.scores(QUESTION, [OTHER * 9, ANSWER, OTHER])
    assert together[1] == encoder.scores(QUESTION, [ANSWER])[0]


def test_long_texts_are_cut(encoder: BundledCrossEncoder) -> None:
    long = "word " * 5000
    assert len(encoder.scores(long, [long, "", ANSWER])) == 3
    assert encoder.scores(QUESTION, []) == []
    (start_only,) = encoder.scores(QUESTION, [ANSWER + " word" * 490])
    (with_end,) = encoder.scores(QUESTION, [ANSWER + " word" * 490 + OTHER * 100])
    assert start_only == pytest.approx(with_end, abs=2)
