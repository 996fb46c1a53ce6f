"""What a mail says without content: its head, greetings, and the end of a letter.

From: Anna Weber <anna@example.org>      the head, as `extractor.py` writes it
Dear all,                                a greeting
Best regards,
Anna                                     the end, or the sender's name alone
"""

import re
from collections.abc import Iterable

from ragtui_core.types import Span

HEAD_NAMES = ("From", "To", "Cc", "Date", "Attachments")
"""The lines of a mail's head, below its subject."""

_HEAD = re.compile(
    rf"(?P<subject># [^\n]*\n\n)?(?:(?:{'|'.join(HEAD_NAMES)}): [^\n]*(?:\n|\Z))+"
)

_GREETING = re.compile(
    r"(?:hi|hello|hey|hallo|moin|servus|dear|liebe[rs]?|lieber|sehr geehrte[rs]?|good"
    r" (?:morning|afternoon|evening|day)|guten (?:tag|morgen|abend)|bonjour|bonsoir"
    r"|ch[eè]re?s?|salut|hola|buenos d[ií]as|buenas tardes|estimad[oa]s?|querid[oa]s?"
    r"|ciao|buongiorno|gentil[ei]|car[oaie]|ol[aá]|bom dia|prezad[oa]s?|beste|geachte"
    r"|hoi|dag)(?:[ ]+[\w.'-]+){0,4}[ ]*[,!.:–-]*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:with |all )?(?:(?:my|many|very|best|kind(?:est)?|warm(?:est)?|friendly) )*"
    r"(?:regards|wishes|greetings|thanks)(?: and best wishes)?|thank you|cheers|love"
    r"|best|bye|take care|(?:yours )?(?:sincerely|truly|faithfully)|sincerely yours"
    r"|(?:mit )?(?:(?:freundlich|lieb|viel|best|herzlich|sch[oö]n)\w* )*"
    r"(?:gr[uü](?:ß|ss)\w*|dank)|danke|lg|vg|mfg|bis bald|(?:bien )?cordialement"
    r"|amicalement|merci|bien à vous|(?:un |mis )?saludos?(?: cordial(?:es)?)?|gracias"
    r"|atentamente|(?:cordiali |distinti )?saluti|grazie|atenciosamente|abra[cç]os?"
    r"|obrigad[oa]|(?:met )?(?:vriendelijke |hartelijke )?groet(?:en|jes)?|bedankt)"
    r"(?:[ ]*[,!.–-]+|(?=\s*\n)|\Z|(?=[ ](?-i:[A-ZÀ-Ý])\w+\s*\Z))"
    r"(?:\s+(?-i:[A-ZÀ-Ý])[\w.'-]*(?:[ ][\w.'-]+){0,3}[ ]*){0,3}",
    re.IGNORECASE,
)
_MAX_COURTESY = 120
"""Characters; what is longer has content."""

_WORD = re.compile(r"[^\W\d_]+")


def text_start(text: str, matches: Iterable[Span]) -> int:
    """Where the content of a mail's text begins; 0 if only its head has matches.

    Matches in the subject, which is the title, may be in a text without them.
    """
    found = _HEAD.match(text)
    if not found or not text[found.end() :].strip():
        return 0
    named = {
        match.start >= found.end()
        for match in matches
        if match.start >= found.end("subject")
    }
    return 0 if named == {False} else found.end()


def is_courtesy(text: str, sender: str = "") -> bool:
    """Whether lines of a mail are a greeting, its end, or only the sender's name.

    Args:
        text: Some lines, or one sentence.
        sender: The sender's name and address, as the head has it.
    """
    said = text.strip(" \t\n\\-–—_")
    if len(said) > _MAX_COURTESY:
        return False
    if "\n" not in said and _GREETING.fullmatch(said):
        return True
    words = set(_WORD.findall(said.lower()))
    is_name = bool(words) and words <= set(_WORD.findall(sender.lower()))
    return is_name or bool(_CLOSING.fullmatch(said))


def is_without_content(text: str) -> bool:
    """Whether a passage of a mail is only its head, or words of courtesy."""
    head = _HEAD.match(text)
    rest = text[head.end() :] if head else text
    return not rest.strip() or is_courtesy(rest)
