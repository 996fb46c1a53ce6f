"""What a mail says without content: greetings, and the end of a letter."""

import re

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
