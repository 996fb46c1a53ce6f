"""The wording of verdicts for users: sign, name, label and sentence.

All front ends use it. A verdict has one name (docs/answers.md): commands and logs show
it, labels add a few words to it where there is room, sentences begin with it. `exact`
and `normalised` are `verified` in labels and sentences.
"""

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.text.sanitizing import sanitize

VERIFIED_SIGN, DIFFERS_SIGN, ABSENT_SIGN = "\u2713", "\u2260", "\u2205"
"""`✓` verified, `≠` the file has something else, `∅` not found."""

_ABSENT = frozenset(
    {
        Verdict.MISSING,
        Verdict.FILE_MISSING,
        Verdict.FILE_NOT_HERE,
        Verdict.NOT_SENT,
        Verdict.TOO_SHORT,
    }
)
"""Verdicts on what was not found; the others that are not verified differ."""

LABELS = {
    Verdict.EXACT: "verified",
    Verdict.NORMALISED: "verified",
    Verdict.ELSEWHERE: "elsewhere: not at the cited location",
    Verdict.CONTEXT_CHANGED: "context changed: sentence, heading, list or column",
    Verdict.STALE: "stale: the file changed",
    Verdict.PARTS: "parts: words are left out",
    Verdict.TOO_SHORT: "too short to check",
    Verdict.ALTERED: "altered",
    Verdict.MISSING: "missing: not in the file",
    Verdict.FILE_MISSING: "file missing",
    Verdict.FILE_NOT_HERE: "not verified: the file is not here",
    Verdict.NOT_SENT: "not sent: not a source",
}
"""Labels of verdicts; one that is not verified begins with the name of its verdict."""

_SENTENCES = {
    Verdict.EXACT: "Verified: the file contains it word for word.",
    Verdict.NORMALISED: "Verified: the file contains it, with other spacing or markup.",
    Verdict.ELSEWHERE: "Elsewhere: {path} contains it, not at the cited location.",
    Verdict.CONTEXT_CHANGED: "Context changed: {path} has it in another context.",
    Verdict.PARTS: "Parts: {path} has its parts, with other words between them.",
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


PASSAGE_SIGN = "\u00b6"
"""The sign of a passage that was found for words that are not its own."""

PASSAGE_FOUND = "passage found"

NO_PASSAGE = "no passage found"
"""What is said of a sentence of which no passage has the words."""

PART = "part of a sentence"
"""What is said of a verified quotation of less than a sentence."""

_PASSAGE_SENTENCE = "Passage found: {path} has it; the answer may word it otherwise."

_NOT_IN_FILE = "not in the file"
REMARKS = {
    Verdict.ELSEWHERE: "in another file than the cited one",
    Verdict.ALTERED: _NOT_IN_FILE,
    Verdict.STALE: "no longer in the file",
    Verdict.PARTS: "parts: words are left out",
    Verdict.MISSING: _NOT_IN_FILE,
    Verdict.FILE_MISSING: "the file is missing",
    Verdict.FILE_NOT_HERE: "not checked: the file is not here",
    Verdict.NOT_SENT: "not in the files that were read",
}
"""What is said directly after a quotation that is not verified."""


def remark_on(citation: Citation) -> str:
    """A few words for directly after the quotation; empty if it is verified."""
    return REMARKS.get(citation.verdict, "") if citation.quoted else ""


def citation_sign(citation: Citation) -> str:
    """`✓`, `≠` or `∅` for a quotation, `¶` for a passage that is not quoted."""
    if citation.is_found_passage:
        return PASSAGE_SIGN
    return verdict_sign(citation.verdict)


def citation_name(citation: Citation) -> str:
    """The verdict as words, or that a passage was found; for lists and scripts."""
    if citation.is_found_passage:
        return PASSAGE_FOUND
    return verdict_name(citation.verdict)


def citation_label(citation: Citation) -> str:
    """A few words for beside a citation."""
    if citation.is_found_passage:
        return PASSAGE_FOUND
    is_part = citation.verdict.verified and (citation.before or citation.after)
    return f"{verdict_label(citation.verdict)}{f', {PART}' if is_part else ''}"


def citation_sentence(citation: Citation) -> str:
    """A sentence about a citation."""
    if citation.is_found_passage:
        return _PASSAGE_SENTENCE.format(path=sanitize(citation.path, one_line=True))
    return verdict_sentence(citation.verdict, citation.path)


def verdict_sign(verdict: Verdict) -> str:
    """`✓` for a verified quotation, `≠` if the file differs, `∅` if not found."""
    if verdict.verified:
        return VERIFIED_SIGN
    return ABSENT_SIGN if verdict in _ABSENT else DIFFERS_SIGN


def verdict_name(verdict: str) -> str:
    """The value of a verdict as words, such as `file missing`; for lists and logs.

    A log may have the value of a verdict of a later version.
    """
    if verdict == Verdict.FILE_NOT_HERE:
        return LABELS[Verdict.FILE_NOT_HERE]
    return sanitize(verdict, one_line=True).replace("_", " ")


def verdict_label(verdict: Verdict) -> str:
    """A few words, such as `missing: not in the file`, for beside a quotation."""
    return LABELS[verdict]


def verdict_sentence(verdict: Verdict, path: str) -> str:
    """A sentence about a quotation.

    `path` is the cited file, or the file that contains it now.
    """
    return _SENTENCES[verdict].format(path=sanitize(path, one_line=True))
