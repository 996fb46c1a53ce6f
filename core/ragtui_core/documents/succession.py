"""What a note says of its own validity: superseded, obsolete, a draft, and by what.

It may say so in front matter (`status: superseded`, `superseded_by: "[[new]]"`,
`draft: true`), in the first block of its text (`Superseded by [[new]]`, `This note is
obsolete.`) or under a heading `Status`. A newer note may say it, too (`supersedes:
"[[old]]"`). Words are those of English, German, French, Spanish, Italian, Portuguese
and Dutch; case, accents, hyphens and markup do not count.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Any

from ragtui_core.documents.front_matter.fields import texts_of
from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.documents.validity import Succession, Validity
from ragtui_core.text.folding import folded
from ragtui_core.types import Document

_SUPERSEDED = "superseded superceded abgelost abgeloest"
_REPLACED = (
    "replaced ersetzt remplacee? reemplazad[oa] sustituid[oa] sostituit[oa] "
    "rimpiazzat[oa] superat[oa] substituid[oa] vervangen"
)
"""These may also be said of things, such as a pump."""

_WORDS = {
    Validity.SUPERSEDED: f"{_SUPERSEDED} {_REPLACED}",
    Validity.DEPRECATED: "deprecated depreciee? depreciad[oa] deprecat[oa] "
    "descontinuad[oa] en_desuso em_desuso",
    Validity.OBSOLETE: "obsoleted? outdated out_of_date withdrawn retired "
    "no_longer_(?:valid|current|in_force|maintained|in_use|used|applicable|applies) "
    "obsolet veraltet uberholt ueberholt ungultig ungueltig aufgehoben "
    "nicht_mehr_(?:gultig|gueltig|aktuell|in_kraft) perimee? caduc caduque depassee? "
    "plus_(?:valable|valide|a_jour|en_vigueur) obsolet[oa] desactualizad[oa] "
    "anticuad[oa] derogad[oa] ya_no_(?:es_valid[oa]|es_vigente|esta_vigente) "
    "non_piu_(?:valid[oa]|in_vigore|aggiornat[oa]) abrogat[oa] desatualizad[oa] "
    "ultrapassad[oa] revogad[oa] verouderd achterhaald vervallen "
    "niet_meer_(?:geldig|actueel)",
    Validity.DRAFT: "draft work_in_progress wip entwurf brouillon ebauche borrador "
    "bozza rascunho klad concept",
}

_REPLACES = (
    "supersedes replaces obsoletes deprecates predecessor ersetzt remplace reemplaza "
    "sustituye sostituisce substitui vervangt"
)


def _any(words: str) -> str:
    return f"(?:{'|'.join(words.split())})".replace("_", r"[\s-]+")


_STATE = "|".join(
    f"(?P<{validity.name}>{_any(words)})" for validity, words in _WORDS.items()
)
_BY = _any(
    "by with durch von par por pel[oa] con com da dal dall[ao]? dai dalle door met"
)
_SEE = _any(
    "see use read refer_to in_favou?r_of moved_to siehe bitte voir utiliser utilisez "
    "consulte[rz]? au_profit_de ver veja vease usar vedi vedere usare zie gebruik"
)
_SINCE = _any("since as_of seit depuis desde sinds")
_LEAD = _any(
    "status state note warning caution important info danger attention statut estado "
    "stato nota aviso avviso achtung hinweis warnung zustand let_op attenzione"
)
_THIS = _any(
    "this these the_above dieses? diese[rn]? dies ce cet cette est[aeo] quest[aeo]? "
    "ess[ae] deze dit"
)
_IS = _any(
    "is was are were has_been have_been ist sind wurde wurden wird est a_ete esta es "
    "ha_sido fue foi e e_stat[oa] werd wordt"
)
_NOT = _any("not never nicht kein keine pas jamais plus no non nao niet geen")
_NOTE = (
    r"\w*?"
    + _any(
        "note page document file article policy version guide list specification spec "
        "memo procedure proposal decision adr rfc record entry text report plan sheet "
        "manual handbook instructions process template notiz seite dokument datei "
        "artikel richtlinie anleitung liste fassung vermerk bericht entscheidung "
        "verfahren handbuch fichier politique fiche texte nota pagina documento "
        "archivo fichero articulo politica guia lista texto procedimiento articolo "
        "versione guida elenco listino testo procedura arquivo ficheiro artigo versao "
        "notitie bestand beleid versie handleiding lijst tekst"
    )
    + "s?"
)
_LINK = "\ue000(?P<link>\\d+)\ue001"
"""A link of the text, by its number."""

_FEW = r"(?:\w+\W+){0,4}?"
_NAME = r"(?P<name>\w[^,;:(!?\n\ue000]{0,80}?)(?=[,;:(!?\n]|\.(?:\s|$)|$)"
_BEGIN = r"(?:\A|(?<=\n)|(?<=[.;!?])\s)\W*"

_SAID = re.compile(
    rf"{_BEGIN}(?:(?P<lead>{_LEAD})\W+)*"
    rf"(?P<this>{_THIS}\W+(?:(?P<note>{_NOTE})\W+|(?:\w+\W+){{0,4}}?))?"
    rf"(?:(?:{_IS}\W+)(?:(?!{_NOT}\b)\w+\W+){{0,3}}?)?"
    rf"(?!concept\s*:)(?:{_STATE})\b"
    rf"(?=\W*\Z|[^\S\n]*[.:!(\n\u2013\u2014\u2192]"
    rf"|[^\S\n]+-[^\S\n]|\W{{0,3}}(?:{_BY}|{_SEE}|{_SINCE})\b)"
)
"""That a note is in a state: `Superseded by`, `This note is obsolete`."""

_NAMED = re.compile(
    rf"\W*?(?:(?:{_BY}\b|[^\ue000]{{0,160}}?\b{_SEE}\b|[:\u2013\u2014\u2192-])"
    rf"\W*?{_FEW}{_LINK}|{_BY}\W+{_NAME})"
)
"""What follows a state: the note to read instead."""

_VERB_LAST = re.compile(
    rf"{_BEGIN}{_THIS}\W+{_FEW}{_IS}\W+{_FEW}(?:durch|von|door)\W+{_FEW}{_LINK}\W+"
    rf"{_FEW}(?:{_STATE})\b"
)
"""`Diese Notiz wurde durch [[neu]] ersetzt`."""

_REPLACING = re.compile(
    rf"{_BEGIN}(?:{_LEAD}\W+)*(?:{_THIS}\W+(?:\w+\W+){{0,3}}?)?"
    rf"{_any(_REPLACES)}\W+{_LINK}"
)

_STATUS = re.compile(rf"\W*(?:{_STATE})\b(?:\W+{_BY}\W+{_NAME})?")

MAX_CHARS = 2_000
"""Of a text, the characters in which its first block is looked for."""

MAX_BLOCK = 1_000
"""Of a block, the characters that are read."""


def succession_of(document: Document) -> Succession:
    """What a document says of its validity, in front matter and text."""
    start = document.front_matter.end if document.front_matter else 0
    said = list(_of_metadata({} if document.is_extracted else document.metadata))
    for block in _openings(document.text[start : start + MAX_CHARS]):
        said += _of_block(block)
    found = next((each.validity for each in said if each.validity), None)
    by = dict.fromkeys(name for each in said for name in each.replaced_by)
    replaces = dict.fromkeys(name for each in said for name in each.replaces)
    return Succession(found, tuple(by), tuple(replaces))


def _of_metadata(metadata: Mapping[str, Any]) -> Iterator[Succession]:
    for key, value in metadata.items():
        if (kind := _kind_of(key)) is None:
            continue
        texts = [text for text in texts_of(value) if folded(text) not in _FALSE]
        match kind:
            case _Key.STATUS:
                yield from map(_of_status, (p for t in texts for p in t.split(",")))
            case _Key.REPLACES:
                yield Succession(replaces=tuple(_names(texts)))
            case _Key.REPLACED_BY if texts:
                yield Succession(Validity.SUPERSEDED, tuple(_names(texts)))
            case Validity() if texts and folded(texts[0]) in _TRUE:
                yield Succession(kind)


class _Key(Enum):
    """What the value of a key of front matter is, unless it is a yes or no."""

    STATUS = auto()
    REPLACED_BY = auto()
    REPLACES = auto()


@lru_cache(maxsize=4096)
def _kind_of(key: str) -> _Key | Validity | None:
    said = re.sub(r"[\s_-]+", " ", folded(key))
    if said in {"status", "state", "statut", "estado", "stato"}:
        return _Key.STATUS
    if _REPLACES_KEY.fullmatch(said):
        return _Key.REPLACES
    if said == "successor" or _REPLACED_BY_KEY.fullmatch(said):
        return _Key.REPLACED_BY
    return _validity(_STATE_KEY.fullmatch(said))


_STATE_KEY = re.compile(_STATE)
_REPLACED_BY_KEY = re.compile(rf"(?:{_STATE}) {_BY}")
_REPLACES_KEY = re.compile(_any(_REPLACES))
_FALSE = frozenset({"false", "no", "0", "none", "null", "nein", "non", "nee", "-"})


def _of_status(status: str) -> Succession:
    plain, names = _without_links(status)
    said = _STATUS.match(plain)
    if said is None:
        return Succession()
    named = names or ([said["name"]] if said["name"] else [])
    return _said_of(_validity(said), named)


def _said_of(validity: Validity | None, by: Sequence[str] = ()) -> Succession:
    """A state with what replaces the note; what a draft is by is its author."""
    return Succession(validity, () if validity is Validity.DRAFT else tuple(by))


def _validity(said: re.Match[str] | None) -> Validity | None:
    if said is None:
        return None
    return next((v for v in Validity if said[v.name]), None)


def _names(texts: list[str]) -> Iterator[str]:
    """The notes that values of front matter name, as links or not."""
    for text in texts:
        targets = [link.target for link in links_of(text)]
        bare = text.strip().strip("[]").partition("|")[0].partition("#")[0].strip()
        yield from targets or ([bare] if folded(bare) not in _TRUE else [])


_TRUE = frozenset({"true", "yes", "1", "ja", "oui", "si", "sim", ""})


def _without_links(text: str) -> tuple[str, list[str]]:
    """A text folded, without markup, its links as numbers; their targets."""
    text = re.sub("[\ue000\ue001]", "", text)
    links = links_of(text)
    parts, at = [], 0
    for number, link in enumerate(links):
        parts += [text[at : link.span.start], f"\ue000{number}\ue001"]
        at = link.span.end
    plain = re.sub(r"~~.*?~~|[*_`\"]", "", "".join([*parts, text[at:]]))
    return folded(plain), [link.target for link in links]


_PREFIX = re.compile(
    r"[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[!\w+\][+-]?\s*)?"
    r"(?:(?::::+|!!!|\?\?\?\+?)\s*\{?\w*\}?\s*)?"
)
"""Marks of quotes, list items, callouts and admonitions before the words of a line."""

_NO_TEXT = re.compile(r"<[^<>\n]*>|\{%.*?%\}|\[TOC\]|^\s*(?:[-*_=]\s*){3,}$", re.I)
_HEADING = re.compile(r" {0,3}#{1,6}\s")
_UNDERLINE = re.compile(r"\s{0,3}(?:=+|-+)\s*")
_STATUS_HEADING = re.compile(
    r"^ {0,3}#{1,6}[ \t]+(?:status|state|statut|[ée]tat|estado|stato|zustand)[ \t#]*$",
    re.IGNORECASE | re.MULTILINE,
)


def _openings(text: str) -> Iterator[str]:
    """The first block of a text after its title, and the one under `Status`."""
    text = re.sub(r"\r\n?", "\n", text)
    yield _first_block(text)
    if heading := _STATUS_HEADING.search(text):
        yield _first_block(text[heading.end() :])


def _first_block(text: str) -> str:
    """The lines of the first block with words, without marks of quotes and lists.

    Empty if it is code or a table.
    """
    block: list[str] = []
    for line in text.split("\n"):
        if _HEADING.match(line) or (block and _UNDERLINE.fullmatch(line)):
            block = []
            continue
        cleaned = _PREFIX.sub("", _NO_TEXT.sub("", line), 1)
        if cleaned.strip():
            block.append(cleaned)
        elif block and not line.strip():
            break
    opening = "\n".join(block)
    return "" if opening.startswith(("```", "~~~", "|")) else opening[:MAX_BLOCK]


def _of_block(block: str) -> Iterator[Succession]:
    plain, targets = _without_links(block)
    for said in _REPLACING.finditer(plain):
        yield Succession(replaces=(targets[int(said["link"])],))
    for said in _VERB_LAST.finditer(plain):
        yield Succession(_validity(said), (targets[int(said["link"])],))
    for said in _SAID.finditer(plain):
        named = _NAMED.match(plain, said.end())
        if named and named["link"]:
            yield _said_of(_validity(said), [targets[int(named["link"])]])
            continue
        is_thing = not said["note"] and len((said["this"] or "").split()) > 1
        if is_thing or (said.start() and not said["lead"]):
            continue
        by = [named["name"]] if named and named["name"] else []
        may_be_thing = not said["note"] and _MAYBE_THING.search(said[0])
        yield _said_of(None if may_be_thing else _validity(said), by)


_MAYBE_THING = re.compile(rf"\b{_any(_REPLACED)}\Z")
