"""What the editor reads about a citation."""

from typing import TYPE_CHECKING

from ragtui_core.untrusted import printable

if TYPE_CHECKING:
    from ragtui_core.answer.events import Verdict
    from ragtui_core.answer.rechecking import Rechecked

VERDICTS = {
    "exact": "Verified: the file holds it word for word.",
    "normalised": "Verified: the file holds it but for spacing and markup.",
    "elsewhere": "Moved: another file holds it now, {path}.",
    "altered": "Altered: the quotation was changed since it was saved.",
    "stale": "Stale: {path} does not hold it any more.",
    "missing": "Missing: {path} does not hold it.",
    "file_missing": "Missing: there is no file {path} any more.",
    "not_sent": "Missing: the answer names a note that it was not given.",
    "too_short": "Unverified: it is so short that it stands anywhere.",
}
"""By verdict; `{path}` is the file that the citation names, or that holds it now."""


def verdict_sentence(checked: "Rechecked") -> str:
    """What the quotation is worth, in a sentence."""
    return sentence_of(checked.verdict, checked.path)


def sentence_of(verdict: "Verdict", path: str) -> str:
    """What a quotation from `path` is worth, in a sentence."""
    sentence = VERDICTS.get(verdict.value, "Unverified.")
    return sentence.format(path=printable(path, one_line=True))
