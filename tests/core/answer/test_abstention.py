"""When nothing is quoted, and when a warning is given."""

from dataclasses import replace

import pytest

from ragtui_core.answer.passages.abstention import (
    AbstentionFeatures,
    likelihood,
    quality_of,
)
from ragtui_core.answer.request import AnswerQuality

GOOD = AbstentionFeatures(covered=0.9, nameless=False, found=0.95, similarity=0.8)


def test_without_passages_there_is_no_evidence() -> None:
    assert quality_of(None) is AnswerQuality.NONE


@pytest.mark.parametrize("similarity", [0.8, None])
def test_an_answer_is_distinguished_from_none(similarity: float | None) -> None:
    good = replace(GOOD, similarity=similarity)
    assert quality_of(good) is AnswerQuality.GOOD
    poor = AbstentionFeatures(
        covered=0.1, nameless=True, found=0.1, similarity=similarity and 0.4
    )
    assert quality_of(poor) is AnswerQuality.NONE


@pytest.mark.parametrize(
    "worse", [{"covered": 0.2}, {"nameless": True}, {"found": 0.2}, {"similarity": 0.5}]
)
def test_every_fact_counts(worse: dict[str, float]) -> None:
    assert likelihood(replace(GOOD, **worse)) < likelihood(GOOD)  # type: ignore[arg-type]


def test_between_the_two_the_evidence_is_weak() -> None:
    assert quality_of(replace(GOOD, found=0.5, similarity=0.55)) is AnswerQuality.WEAK
