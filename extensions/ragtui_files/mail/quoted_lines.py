"""Which lines of a mail its sender wrote: the others are quoted, or a signature."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import islice

_QUOTED = re.compile(r"\s{0,3}(?:[A-Z]{0,3}>|\|\s)")
_MARKS = re.compile(r"^\s{0,3}(?:[A-Z]{0,3}(?:>\s?)+|\|\s)")
_WROTE = (
    r"(?:wrote|writes|schrieb|écrit|escribió|ha scritto|schreef|skrev|escreveu|napisał)"
)
_INTRODUCTION = re.compile(
    rf"(?:On|Am|Le|El|Il|Op|Den|Em|W dniu|Dnia)\b.{{5,300}}\s{_WROTE}\b"
    r"[^:]{0,100}:\s*"
)
_SHORT_INTRODUCTION = re.compile(rf".{{3,200}}\s{_WROTE}\s?:\s*")
_REST_IS_QUOTED = re.compile(
    r"-{2,}\s?(?:Original Message|Original-Nachricht|Ursprüngliche Nachricht|"
    r"Message d'origine|Mensaje original|Forwarded message|Forwarded by .*)\s?-{0,}\s*"
    r"|Begin forwarded message:\s*",
    re.IGNORECASE,
)
_HEADER_LINE = re.compile(
    r"\s*\*?(?:From|Von|De|Da|Sent|Gesendet|Envoyé|Date|To|An)\*?:"
)
_SIGNATURE = re.compile(r"--\s?")
_FOOTER = re.compile(r"[_=-]{20,}\s*")
MAX_FOOTER_LINES = 8
"""Lines after a ruler at the end of a mail that a mailing list has appended."""


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


class Origin(Enum):
    """Where a line of a mail is from."""

    OWN = auto()
    QUOTED = auto()
    """With marks, which are removed."""
    REST = auto()
    """A quotation without marks, its introduction, or a signature."""


@dataclass(frozen=True, slots=True)
class Run:
    """Adjacent lines of one origin."""

    origin: Origin
    lines: tuple[str, ...]


def runs(text: str, sender: str = "") -> Iterator[Run]:
    """The lines of a plain text, in runs of one origin; empty ones join the former.

    A greeting, the end of a letter, and the sender's name are `REST`.
    """
    lines = text.splitlines()
    origins = _origins(lines)
    _mark_courtesies(lines, origins, sender)
    start = 0
    for end in range(1, len(lines) + 1):
        if end == len(lines) or origins[end] is not origins[start]:
            found, origin = tuple(lines[start:end]), origins[start]
            if origin is Origin.QUOTED:
                found = tuple(_MARKS.sub("", line) for line in found)
            elif start and is_courtesy("\n".join(found), sender):
                origin = Origin.REST
            yield Run(origin, found)
            start = end


def _mark_courtesies(lines: Sequence[str], origins: list[Origin], sender: str) -> None:
    """Mark the first and the last block of own lines if they are only courtesy."""
    own = [at for at, one in enumerate(origins) if one is Origin.OWN]
    filled = [at for at in own if lines[at].strip()]
    blanks = sorted({-1, len(lines), *own} - {*filled})
    if not filled:
        return
    end = next(at for at in blanks if at > filled[0])
    start = next(at for at in reversed(blanks) if at < filled[-1])
    first = [at for at in own if at <= end]
    last = [at for at in own if at > start]
    for block in (first, last):
        found = "\n".join(lines[at] for at in block)
        if not {*filled} <= {*block} and is_courtesy(found, sender):
            for at in block:
                origins[at] = Origin.REST


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


def _is_introduction(text: str) -> bool:
    """Whether a line introduces a quotation: `On Tue, Ann wrote:`."""
    return bool(_INTRODUCTION.fullmatch(text) or _SHORT_INTRODUCTION.fullmatch(text))


def _origins(lines: Sequence[str]) -> list[Origin]:
    found: list[Origin] = []
    end = _end_of_own(lines)
    for at, line in enumerate(lines):
        if at >= end:
            found.append(Origin.REST)
        elif _QUOTED.match(line):
            _mark_introduction(lines, found)
            found.append(Origin.QUOTED)
        elif not line.strip():
            found.append(found[-1] if found else Origin.OWN)
        else:
            found.append(Origin.OWN)
    return found


def _mark_introduction(lines: Sequence[str], found: list[Origin]) -> None:
    """Mark the one or two lines before a quotation that introduce it."""
    at = len(found) - 1
    while at >= 0 and not lines[at].strip():
        at -= 1
    if at < 0 or found[at] is not Origin.OWN:
        return
    line, before = lines[at].strip(), lines[at - 1].strip() if at else ""
    if _INTRODUCTION.fullmatch(f"{before} {line}") and not _INTRODUCTION.match(line):
        at -= 1
    elif not _is_introduction(line):
        return
    found[at:] = [Origin.REST] * (len(found) - at)


def _end_of_own(lines: Sequence[str]) -> int:
    """The first line of a signature, footer or quotation that extends to the end."""
    quoted = (at for at, line in enumerate(lines) if _QUOTED.match(line))
    last_quoted = max(quoted, default=0)
    for at, line in enumerate(lines):
        if _SIGNATURE.fullmatch(line) and at >= last_quoted:
            return at
        if _REST_IS_QUOTED.fullmatch(line.strip()):
            return at
        if _FOOTER.fullmatch(line) and _is_last(
            lines[at + 1 : at + MAX_FOOTER_LINES * 4]
        ):
            return at
        if _HEADER_LINE.match(line) and at and _is_header(lines[at : at + 6]):
            return at
    return len(lines)


def _is_last(lines: Iterable[str]) -> bool:
    """Whether a ruler before `lines` begins a footer."""
    filled = (line for line in lines if line.strip())
    return 0 < len(list(islice(filled, MAX_FOOTER_LINES + 1))) <= MAX_FOOTER_LINES


def _is_header(lines: Sequence[str]) -> bool:
    """Whether lines are the head of a mail that Outlook quotes below a reply."""
    return sum(bool(_HEADER_LINE.match(line)) for line in lines) >= 3
