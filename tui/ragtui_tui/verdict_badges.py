"""Verdicts on quotations for people: a sign, words and a colour."""

from dataclasses import dataclass

from ragtui_core.answer.events import Verdict


@dataclass(frozen=True, slots=True)
class VerdictBadge:
    """How a verdict is shown; the sign alone tells what the colour does."""

    sign: str
    words: str
    style: str


VERIFIED = VerdictBadge("✓", "verified", "$text-success")

BADGES = {
    Verdict.EXACT: VERIFIED,
    Verdict.NORMALISED: VERIFIED,
    Verdict.ELSEWHERE: VerdictBadge("!", "found elsewhere", "$text-warning"),
    Verdict.STALE: VerdictBadge("!", "the file changed", "$text-warning"),
    Verdict.TOO_SHORT: VerdictBadge("!", "too short to check", "$text-warning"),
    Verdict.ALTERED: VerdictBadge("✗", "changed", "$text-error"),
    Verdict.MISSING: VerdictBadge("✗", "not in the file", "$text-error"),
    Verdict.FILE_MISSING: VerdictBadge("✗", "file is gone", "$text-error"),
    Verdict.NOT_SENT: VerdictBadge("✗", "not a source", "$text-error"),
}


def badge_of(verdict: Verdict) -> VerdictBadge:
    """How to show a verdict."""
    return BADGES.get(verdict) or VerdictBadge("✗", verdict.value, "$text-error")
