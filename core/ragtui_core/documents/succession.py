"""What a note says of its own validity: superseded, obsolete, a draft, and by what.

It may say so in front matter (`status: superseded`, `superseded_by: "[[new]]"`,
`draft: true`), in the first block of its text (`Superseded by [[new]]`, `This note is
obsolete.`) or under a heading `Status`. A newer note may say it, too (`supersedes:
"[[old]]"`). Words are those of English, German, French, Spanish, Italian, Portuguese,
Dutch, Chinese, Japanese and Korean; case, accents, hyphens and markup do not count.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Any

from ragtui_core.documents.front_matter.fields import texts_of
from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.documents.succession_words import (
    BY,
    IN_FORCE,
    IN_SCRIPTS,
    IS,
    LEAD,
    NOT,
    NOTE,
    REPLACED,
    REPLACES,
    SEE,
    SINCE,
    STATE,
    THIS,
    any_of,
)
from ragtui_core.documents.validity import Succession, Validity
from ragtui_core.text.folding import folded
from ragtui_core.text.line_marks import LIST_MARK
from ragtui_core.types import Document

_MORE = "(?:\\W*(?:and|und|et|y|e|en|和|と|및)?\\W*\ue000\\d+\ue001)*"
_LINK = "\ue000(?P<link>\\d+)\ue001"
"""A link of the text, by its number."""

_FEW = r"(?:\w+\W+){0,4}?"
_NAME = r"(?P<name>\w[^,;:(!?\n\ue000]{0,80}?)(?=[,;:(!?\n]|\.(?:\s|$)|$)"
_BEGIN = r"(?:\A|(?<=\n)|(?<=[.;!?])\s)\W*"

_SAID = re.compile(
    rf"{_BEGIN}(?:(?P<lead>{LEAD})\W+)*"
    rf"(?P<this>{THIS}\W+(?:(?P<note>{NOTE})\W+|(?:\w+\W+){{0,4}}?))?"
    rf"(?:(?:{IS}\W+)(?:(?!{NOT}\b)\w+\W+){{0,3}}?)?"
    rf"(?!concept\s*:)(?:{STATE})\b"
    rf"(?=\W*\Z|[^\S\n]*[.:!(\n\u2013\u2014\u2192]"
    rf"|[^\S\n]+-[^\S\n]|\W{{0,3}}(?:{BY}|{SEE}|{SINCE})\b)"
)
"""That a note is in a state: `Superseded by`, `This note is obsolete`."""

_NAMED = re.compile(
    rf"\W*?(?:(?:{BY}\b|[^\ue000]{{0,160}}?\b{SEE}\b|[:\u2013\u2014\u2192-])"
    rf"\W*?{_FEW}{_LINK}{_MORE}|{BY}\W+{_NAME})"
)
"""What follows a state: the note to read instead."""

_VERB_LAST = re.compile(
    rf"{_BEGIN}{THIS}\W+{_FEW}{IS}\W+{_FEW}(?:durch|von|door)\W+{_FEW}{_LINK}\W+"
    rf"{_FEW}(?:{STATE})\b"
)
"""`Diese Notiz wurde durch [[neu]] ersetzt`."""

_CJK_LAST = re.compile(
    rf"{_BEGIN}(?:(?:本|此|该|該|この|当|이)?\w{{0,2}}(?:件|档|檔|页|頁|笔记|筆記|程|定|版本"
    rf"|版|書|ペ-シ|ペーシ|ノート|事|料|서|지침)(?:は|が|은|는)?)?\s*(?:已经|已經|已)?(?:被|由|为|為)?\s*"
    rf"{_LINK}\s*(?:に(?:より|よって)?|て|所|로|으로)?\s*(?P<SUPERSEDED>"
    rf"{any_of(folded(IN_SCRIPTS[Validity.SUPERSEDED]))}|{any_of(folded(IN_SCRIPTS[Validity.OBSOLETE]))})"
)
"""`本文件已被 [[新]] 取代`."""

_REPLACING = re.compile(
    rf"{_BEGIN}(?:{LEAD}\W+)*(?:{THIS}\W+(?:\w+\W+){{0,3}}?)?"
    rf"{any_of(REPLACES)}\W+{_LINK}"
)

_STATUS = re.compile(rf"\W*(?:{STATE})(?:\b|(?<=[^\x00-\u02ff]))(?:\W+{BY}\W+{_NAME})?")
_ACCEPTED = re.compile(rf"(?P<not>{NOT}\W+)?\b{IN_FORCE}\b")
"""What the status of a note says that was a draft: `Draft accepted`."""

MAX_CHARS = 2_000
"""Characters of a text in which its first block is looked for."""

MAX_BLOCK = 1_000
"""Characters of a block that are read."""


def succession_of(document: Document) -> Succession:
    """What a document says of its validity, in front matter and text."""
    start = document.front_matter.end if document.front_matter else 0
    said = list(_of_metadata({} if document.is_extracted else document.metadata))
    for block in _openings(document.text[start : start + MAX_CHARS]):
        said += _of_block(block)
    states = {statement.validity for statement in said}
    found = next((validity for validity in Validity if validity in states), None)
    by = dict.fromkeys(name for statement in said for name in statement.replaced_by)
    replaces = dict.fromkeys(name for statement in said for name in statement.replaces)
    return Succession(found, tuple(by), tuple(replaces))


_MAX_SAID = 8
"""Words beside the links of a sentence that says no more than a succession."""


def succession_words(text: str) -> str:
    """The words of a sentence that says only what its note replaces, or what it.

    Without links; "" if it says more, or nothing of that.
    """
    plain, targets = _without_links(text) if "[" in text else (text, [])
    said = _LINKED.sub(" ", plain)
    if not targets or len(re.findall(r"\w+", said)) > _MAX_SAID:
        return ""
    found = _of_block(text)
    return said if any(one.replaces or one.replaced_by for one in found) else ""


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
    if said in _STATUS_KEYS:
        return _Key.STATUS
    if _REPLACES_KEY.fullmatch(said):
        return _Key.REPLACES
    if said == "successor" or _REPLACED_BY_KEY.fullmatch(said):
        return _Key.REPLACED_BY
    return _validity(_STATE_KEY.fullmatch(said))


_STATUS_KEYS = frozenset(
    folded(key)
    for key in str.split("status state statut estado stato 状态 狀態 状態 상태")
)
_STATE_KEY = re.compile(STATE)
_REPLACED_BY_KEY = re.compile(rf"(?:{STATE}) {BY}")
_REPLACES_KEY = re.compile(any_of(REPLACES))
_FALSE = frozenset({"false", "no", "0", "none", "null", "nein", "non", "nee", "-"})


def _of_status(status: str) -> Succession:
    plain, names = _without_links(status)
    said = _STATUS.match(plain)
    if said is None:
        return Succession()
    accepted = said["DRAFT"] and _ACCEPTED.search(plain, said.end())
    if accepted and not accepted["not"]:
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
    rf"[\s>]*(?:{LIST_MARK}\s+)?(?:\[!\w+\][+-]?\s*)?"
    r"(?:(?::::+|!!!|\?\?\?\+?)\s*\{?\w*\}?\s*)?"
)
"""Marks of quotes, list items, callouts and admonitions before the words of a line."""

_NO_TEXT = re.compile(r"<[^<>\n]*>|\{%.*?%\}|\[TOC\]|^\s*(?:[-*_=]\s*){3,}$", re.I)
_HEADING = re.compile(r" {0,3}#{1,6}\s")
_UNDERLINE = re.compile(r"\s{0,3}(?:=+|-+)\s*")
_STATUS_HEADING = re.compile(
    r"^ {0,3}#{1,6}[ \t]+(?:status|state|statut|[ée]tat|estado|stato|zustand"
    r"|状态|狀態|状態)[ \t#]*$",
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
    if targets:
        for said in _REPLACING.finditer(plain):
            yield Succession(replaces=(targets[int(said["link"])],))
        for pattern in (_VERB_LAST, _CJK_LAST):
            for said in pattern.finditer(plain):
                yield Succession(_validity(said), (targets[int(said["link"])],))
    for said in _SAID.finditer(plain):
        named = _NAMED.match(plain, said.end())
        links = _LINKED.findall(named[0]) if named else []
        is_thing = not said["note"] and len((said["this"] or "").split()) > 1
        if not links and (is_thing or (said.start() and not said["lead"])):
            continue
        by = [targets[int(link)] for link in links]
        if not links and named and named["name"]:
            by = [named["name"]]
        yield _said_of(None if _may_be_thing(said) else _validity(said), by)


def _may_be_thing(said: re.Match[str]) -> bool:
    """Whether words may be about what a note describes: `Replaced by Tom`."""
    is_note = said["note"] or said["lead"] or said["this"]
    return not is_note and bool(_MAYBE_THING.search(said[0]))


_LINKED = re.compile("\ue000(\\d+)\ue001")
_MAYBE_THING = re.compile(rf"\b{any_of(REPLACED)}\Z")
