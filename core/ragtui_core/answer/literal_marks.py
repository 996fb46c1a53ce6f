"""Keeps what a model writes as text from looking like something that ragtui says.

In an answer `[1]` is a mark: it names a citation that was compared with its file, and
front ends show it with its verdict. Only ragtui may write one. So in a model's words
the same characters become something else, that a person can tell apart and no front
end takes for a mark:

- a number in brackets, `[1]`, `[^2]`, `【3】`, also with emphasis, tags, escapes or a
  tick within, becomes `(1)`; in code `[ 1 ]`, which means the same in most languages,
  and as the text of a link `[(1)](…)`;
- ticks, `✓`, become `(tick)`;
- the digest of a saved citation, `ragtui:` and hex digits, gets a backslash.

Text may come in pieces: the result does not depend on where it is cut.
"""

import re
import unicodedata
from html import unescape

from ragtui_core.answer.providers.compatible.markers import CodeState

_OPENING = "[\u3010\uff3b\u27e6\u3014\u2045\u27ee\u301a\u298b\uff62"
_CLOSING = "]\u3011\uff3d\u27e7\u3015\u2046\u27ef\u301b\u298c\uff63"
_TICKS = "\u2713\u2714\u2611\u2705\U0001f5f8\U0001f5f9\u237b"
TICK = "(tick)"
LONGEST = 160
"""Characters of a bracket that are looked at; longer ones are no marks."""

_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31});")
_UNFINISHED_REFERENCE = re.compile(
    r"&(?:#?|#\d{1,7}|#[xX][0-9a-fA-F]{0,6}|[a-zA-Z]{1,31})\Z"
)
_DECODED = re.compile(f"[{re.escape(_OPENING + _CLOSING)}{_TICKS}\\d`*_\\\\^<>&:]")
_SEAL = re.compile(r"ragtui:(?=[0-9a-fA-F])", re.I)
_UNFINISHED_SEAL = re.compile(r"(?:r|ra|rag|ragt|ragtu|ragtui|ragtui:)\Z", re.I)
_TAG = re.compile(r"<[^<>]*>")
_UNFINISHED_TAG = re.compile(r"<[^<>]*\Z")
_NOISE = re.compile(
    "[*_`~\\\\^!\\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f"
    + _TICKS
    + "\u2717\u2718\u00d7]"
)
_NUMBERS = re.compile(
    r"(?:(?:notes?|source|citation|ref)?\.?)?\d{1,4}(?:[,;\-\u2013]\d{1,4})*", re.I
)
_PART_OF_NUMBERS = re.compile(r"[a-z]{0,8}\.?(?:\d{1,4}[,;\-\u2013])*\d{0,4}", re.I)


class LiteralMarks:
    """Rewrites pieces of one text. `feed` what comes, then `finish`."""

    def __init__(self) -> None:
        """Begin at the start of a line, outside of code."""
        self._code = CodeState()
        self._held = ""

    def feed(self, piece: str) -> str:
        """What is certain by now; a bracket that is open is held back."""
        self._held += piece
        return self._given(is_end=False)

    def finish(self) -> str:
        """What was held back. More may follow."""
        return self._given(is_end=True)

    def _given(self, *, is_end: bool) -> str:
        out: list[str] = []
        text, place = self._held, 0
        while place < len(text):
            step = self._step(text, place, is_end=is_end)
            if step is None:
                break
            shown, following = step
            for character in text[place:following]:
                self._code.take(character)
            out.append(shown)
            place = following
        self._held = text[place:]
        return "".join(out)

    def _step(self, text: str, place: int, *, is_end: bool) -> tuple[str, int] | None:
        """What is shown of the text at a place, and where it goes on; None waits."""
        character = text[place]
        if character in _TICKS:
            if place + 1 == len(text) and not is_end:
                return None
            variant = text[place + 1 : place + 2] in ("\ufe0e", "\ufe0f")
            return TICK, place + 1 + variant
        if character == "&":
            return self._reference(text, place, is_end=is_end)
        if character in "rR":
            return self._seal(text, place, is_end=is_end)
        if character in _OPENING:
            return self._bracket(text, place, is_end=is_end)
        return character, place + 1

    def _reference(
        self, text: str, place: int, *, is_end: bool
    ) -> tuple[str, int] | None:
        """A character reference that would be shown as what this module looks for."""
        if _UNFINISHED_REFERENCE.match(text, place) and not is_end:
            return None
        found = _REFERENCE.match(text, place)
        if not found or self._code.is_inside:
            return "&", place + 1
        decoded = unescape(found[0])
        # The sign itself is shown as written, so that it is nothing but text.
        is_telling = decoded != found[0] and _DECODED.search(decoded)
        return ("&amp;" if is_telling else "&"), place + 1

    def _seal(self, text: str, place: int, *, is_end: bool) -> tuple[str, int] | None:
        found = _SEAL.match(text, place)
        if found:
            return f"{found[0][:-1]}\\:", found.end()
        if _UNFINISHED_SEAL.match(text, place) and not is_end:
            return None
        return text[place], place + 1

    def _bracket(
        self, text: str, place: int, *, is_end: bool
    ) -> tuple[str, int] | None:
        """A number in brackets; any other bracket stays."""
        end = place + 1
        while end < min(len(text), place + LONGEST) and text[end] not in _CLOSING:
            if text[end] in _OPENING:
                return text[place], place + 1
            end += 1
        inside = text[place + 1 : end]
        is_open = end == len(text) and end < place + LONGEST
        if is_open:
            may_become = _PART_OF_NUMBERS.fullmatch(_numbers(inside, is_open=True))
            return None if may_become and not is_end else (text[place], place + 1)
        numbers = _numbers(inside)
        if end == place + LONGEST or not _NUMBERS.fullmatch(numbers):
            return text[place], place + 1
        if end + 1 == len(text) and not is_end:
            return None  # a link may follow
        if text[end + 1 : end + 2] == "(":
            return f"[({numbers})]", end + 1
        return (f"[ {numbers} ]" if self._code.is_inside else f"({numbers})"), end + 1


def _numbers(inside: str, *, is_open: bool = False) -> str:
    """What is between brackets as a reader sees it."""
    seen = _TAG.sub("", inside)
    if is_open:
        seen = _UNFINISHED_REFERENCE.sub("", _UNFINISHED_TAG.sub("", seen))
    seen = unescape(seen) if "&" in seen else seen
    seen = _NOISE.sub("", seen)
    return "".join(map(_digit, unicodedata.normalize("NFKC", seen)))


def _digit(character: str) -> str:
    value = unicodedata.digit(character, None)
    return character if value is None else str(value)


def literal(text: str) -> str:
    """A whole text in which nothing looks like a mark of ragtui's."""
    marks = LiteralMarks()
    return marks.feed(text) + marks.finish()
