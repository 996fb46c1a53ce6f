"""Verdicts on quotations as the app shows them: a sign, words and a colour."""

from ragtui_core import Citation
from ragtui_core.citations import citation_label, citation_sign

_STYLES = {
    "✓": "$text-success",
    "¶": "$text-primary",
    "≠": "$text-error",
    "∅": "$text-warning",
}
"""By sign."""


def badge_of(citation: Citation) -> tuple[str, str]:
    """The sign and words of the verdict on a citation, and their style."""
    sign = citation_sign(citation)
    return f"{sign} {citation_label(citation)}", _STYLES[sign]
