"""Verdicts on quotations as the app shows them: a sign, words and a colour."""

from dataclasses import dataclass

from ragtui_core import Verdict
from ragtui_core.citations import verdict_label, verdict_sign

_STYLES = {"✓": "$text-success", "!": "$text-warning", "✗": "$text-error"}
"""By sign."""


@dataclass(frozen=True, slots=True)
class VerdictBadge:
    """How a verdict is shown; the sign has the same meaning as the colour."""

    sign: str
    words: str
    style: str


def badge_of(verdict: Verdict) -> VerdictBadge:
    """How to show a verdict."""
    sign = verdict_sign(verdict)
    return VerdictBadge(sign, verdict_label(verdict), _STYLES[sign])
