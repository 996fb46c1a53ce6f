"""The wording of verdicts for users: sign, name, label and sentence.

All front ends use it. A verdict has one name (docs/answers.md): commands and logs show
it, labels add a few words to it where there is room, sentences begin with it. `exact`
and `normalised` are `verified` in labels and sentences.
"""

from ragtui_core.citations.citation import Verdict
from ragtui_core.text.sanitizing import sanitize

_WARNINGS = frozenset(
    {Verdict.ELSEWHERE, Verdict.STALE, Verdict.FILE_NOT_HERE, Verdict.TOO_SHORT}
)
"""Verdicts that cast doubt on a quotation, but do not show that it is wrong."""

_LABELS = {
    Verdict.EXACT: "verified",
    Verdict.NORMALISED: "verified",
    Verdict.ELSEWHERE: "elsewhere: not at the cited location",
    Verdict.STALE: "stale: the file changed",
    Verdict.TOO_SHORT: "too short to check",
    Verdict.ALTERED: "altered",
    Verdict.MISSING: "missing: not in the file",
    Verdict.FILE_MISSING: "file missing",
    Verdict.FILE_NOT_HERE: "not verified: the file is not here",
    Verdict.NOT_SENT: "not sent: not a source",
}
"""Those of verdicts that are not verified begin with their names."""

_SENTENCES = {
    Verdict.EXACT: "Verified: the file contains it word for word.",
    Verdict.NORMALISED: "Verified: the file contains it, with other spacing or markup.",
    Verdict.ELSEWHERE: "Elsewhere: {path} contains it, not at the cited location.",
    Verdict.ALTERED: "Altered: {path} has other words or numbers.",
    Verdict.STALE: "Stale: {path} no longer contains it.",
    Verdict.MISSING: "Missing: {path} does not contain it.",
    Verdict.FILE_MISSING: "File missing: {path} no longer exists.",
    Verdict.FILE_NOT_HERE: "Not verified: the file {path} is not here.",
    Verdict.NOT_SENT: "Not sent: the answer names a note that it was not given.",
    Verdict.TOO_SHORT: "Too short: it may be in any file, and proves nothing.",
}

EDITED_QUOTATION = "Altered: the quotation was changed since it was saved."
"""Instead of the sentence of `altered`, if no file was compared."""


def verdict_sign(verdict: Verdict) -> str:
    """`✓` for a verified quotation, `!` for a doubtful one, `✗` for a wrong one."""
    if verdict.verified:
        return "✓"
    return "!" if verdict in _WARNINGS else "✗"


def verdict_name(verdict: str) -> str:
    """The value of a verdict as words, such as `file missing`; for lists and logs.

    Args:
        verdict: A verdict, or its value as a log has it, perhaps of a later version.
    """
    if verdict == Verdict.FILE_NOT_HERE:
        return _LABELS[Verdict.FILE_NOT_HERE]
    return sanitize(verdict, one_line=True).replace("_", " ")


def doubt_of(number: int, verdict: Verdict) -> str:
    """A sentence that quotation `number` is not verified, and why."""
    if verdict is Verdict.FILE_NOT_HERE:
        return f"Quotation {number} is {verdict_label(verdict)}."
    return f"Quotation {number} could not be verified: {verdict_name(verdict)}."


def verdict_label(verdict: Verdict) -> str:
    """A few words, such as `missing: not in the file`, for beside a quotation."""
    return _LABELS[verdict]


def verdict_sentence(verdict: Verdict, path: str) -> str:
    """A sentence about a quotation.

    Args:
        verdict: The quotation's verdict.
        path: The cited file, or the file that contains it now.
    """
    return _SENTENCES[verdict].format(path=sanitize(path, one_line=True))
