"""Verdicts on quotations for people: a sign, words and a colour."""

from dataclasses import dataclass

from ragtui_core.answer.events import Verdict


@dataclass(frozen=True, slots=True)
class Seal:
    """How a verdict is shown; the sign alone tells what the colour does."""

    sign: str
    words: str
    style: str


VERIFIED = Seal("✓", "verified", "$text-success")

SEALS = {
    Verdict.EXACT: VERIFIED,
    Verdict.NORMALISED: VERIFIED,
    Verdict.ELSEWHERE: Seal("!", "found elsewhere", "$text-warning"),
    Verdict.STALE: Seal("!", "the file changed", "$text-warning"),
    Verdict.TOO_SHORT: Seal("!", "too short to check", "$text-warning"),
    Verdict.ALTERED: Seal("✗", "changed", "$text-error"),
    Verdict.MISSING: Seal("✗", "not in the file", "$text-error"),
    Verdict.FILE_MISSING: Seal("✗", "file is gone", "$text-error"),
    Verdict.NOT_SENT: Seal("✗", "not a source", "$text-error"),
}


def seal_of(verdict: Verdict) -> Seal:
    """How to show a verdict."""
    return SEALS.get(verdict) or Seal("✗", verdict.value, "$text-error")
