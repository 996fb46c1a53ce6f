"""Verdicts on quotations as the app shows them: a sign, words and a colour."""

from dataclasses import dataclass

from ragtui_core import Citation
from ragtui_core.citations import citation_label, citation_sign

_STYLES = {
    "✓": "$text-success",
    "¶": "$text-primary",
    "≠": "$text-error",
    "∅": "$text-warning",
}
"""By sign."""


@dataclass(frozen=True, slots=True)
class VerdictBadge:
    """How a verdict is shown; the sign has the same meaning as the colour."""

    sign: str
    words: str
    style: str


def badge_of(citation: Citation) -> VerdictBadge:
    """How to show the verdict on a citation."""
    sign = citation_sign(citation)
    return VerdictBadge(sign, citation_label(citation), _STYLES[sign])
