"""Patterns of ignore files, matched as git matches them, in linear time.

The rules are those of gitignore(5), down to what git does and does not document: lines
end at a NUL, `[z-a]` is a `z`, an unclosed `[` matches nothing, `?` is one byte. So
patterns and paths are compared as UTF-8 bytes, one character per byte (`octets`).

Patterns become regular expressions that never try the same start twice. Between
two stars is a run of single-byte tests, which matches a fixed number of bytes, so
that its first match is as good as any other; each run is an atomic group. The same
is true for runs of folders between two `**`. The cost is at most the length of the
pattern times that of the path.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

MAX_LINE = 4096
"""Maximum number of bytes of a pattern (PATH_MAX of Linux)."""

_STAR = "[^/]*"
_GLOBSTAR = "**"
_SLASH = "/"
_ESCAPED_SLASH = r"\/"
_WILD = re.compile(r"[*?\[\\]")

_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r" \t\n\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
"""POSIX classes as git has them: ASCII, and white space without \\v and \\f."""


class BadPattern(Exception):
    """A line that can match no path; the message has the reason."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of an ignore file. Matches names, or whole paths if it has a `/`."""

    negated: bool
    folders_only: bool
    whole_path: bool
    literal: str | None
    """The exact name or path, if there is no wildcard."""
    matches: Callable[[str], object]
    """Whether octets of a name or a path, relative to the ignore file, match."""


def octets(text: str) -> str:
    """The UTF-8 bytes of `text`, one character each."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


def parse_pattern(line: str) -> Pattern | None:
    """One line, without its line end, as octets; None for blank lines and comments.

    Raises:
        BadPattern: The line can match nothing.
    """
    line = _without_trailing_spaces(line.partition("\0")[0])
    if not line or line.startswith("#"):
        return None
    if len(line) > MAX_LINE:
        raise BadPattern(f"is longer than {MAX_LINE:,} bytes")
    negated = line.startswith("!")
    body = line[negated:]
    folders_only = body.endswith("/")
    body = body[: len(body) - folders_only]
    whole_path = "/" in body
    text = body.removeprefix("/")
    if not text:
        raise BadPattern("names no file")
    literal = None if _WILD.search(text) else text
    matches = _matcher(text, literal, whole_path=whole_path)
    return Pattern(negated, folders_only, whole_path, literal, matches)


def _matcher(
    text: str, literal: str | None, *, whole_path: bool
) -> Callable[[str], object]:
    if literal is not None:
        return literal.__eq__
    if not whole_path and text.startswith("*") and not _WILD.search(text, 1):
        suffix = text[1:]
        return lambda name: name.endswith(suffix)
    return re.compile(_expression(text), re.DOTALL).fullmatch


def _without_trailing_spaces(line: str) -> str:
    """`line` without trailing spaces, except one after a backslash."""
    bare = line.rstrip(" ")
    slashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if slashes % 2 and len(bare) < len(line) else bare


def literal(path: str) -> str:
    """The pattern that matches a path and no other."""
    return _WILD.sub(r"\\\g<0>", path)


def _expression(text: str) -> str:
    """The regular expression of a pattern with wildcards."""
    runs: list[list[str]] = [[]]
    at, is_first = 0, True
    while at < len(text):
        token, end = _token(text, at, is_first=is_first)
        is_first = is_first and not _WILD.match(text, at)
        if token == _GLOBSTAR:
            runs.append([])
        else:
            runs[-1].append(token)
        at = end
    return _joined(runs)


def _token(text: str, at: int, *, is_first: bool) -> tuple[str, int]:
    """One token of a pattern: a star, or an expression for one byte; and its end."""
    char = text[at]
    if char == "*":
        return _stars(text, at, is_first=is_first)
    if char == "?":
        return "[^/]", at + 1
    if char == "[":
        return _bracket(text, at)
    if char != "\\":
        return re.escape(char), at + 1
    if at + 1 == len(text):
        raise BadPattern("ends in a backslash")
    char = text[at + 1]
    return (_ESCAPED_SLASH if char == "/" else re.escape(char)), at + 2


def _stars(text: str, at: int, *, is_first: bool) -> tuple[str, int]:
    """A star, or `**` if it matches folders.

    Git compares what precedes the first wildcard before it looks at the rest, and so
    takes `**` for folders there even if no slash precedes it: `a**/b` matches `ax/y/b`.
    """
    end = at + 1
    while text[end : end + 1] == "*":
        end += 1
    opens = is_first or text[at - 1] == "/"
    closes = end == len(text) or text.startswith(("/", "\\/"), end)
    return (_GLOBSTAR if end - at > 1 and opens and closes else _STAR), end


def _bracket(text: str, at: int) -> tuple[str, int]:
    """A bracket expression as a set of a regular expression, and its end."""
    start = at + 1
    negated = text[start : start + 1] in {"!", "^"}
    at = first = start + negated
    parts: list[str] = []
    previous = ""
    while at == first or text[at : at + 1] != "]":
        part, previous, at = _member(text, at, previous)
        parts.append(part)
    members = "".join(parts)
    return f"[^/{members}]" if negated else f"(?!/)[{members}]", at + 1


def _member(text: str, at: int, previous: str) -> tuple[str, str, int]:
    """A member of a set: for an expression, the character it ends in, and its end."""
    char = text[at : at + 1]
    if char == "-" and previous and text[at + 1 : at + 2] not in {"", "]"}:
        last, end = _character(text, at + 1)
        ordered = previous <= last
        return (f"{_set(previous)}-{_set(last)}" if ordered else ""), "", end
    if text.startswith("[:", at):
        close = text.find("]", at + 2)
        if close < 0:
            raise BadPattern("has an unclosed `[`")
        if close > at + 2 and text[close - 1] == ":":
            return _class(text[at + 2 : close - 1]), "", close + 1
    char, end = _character(text, at)
    return _set(char), char, end


def _character(text: str, at: int) -> tuple[str, int]:
    """A character of a set, without a backslash before it, and its end."""
    at += text[at : at + 1] == "\\"
    if at >= len(text):
        raise BadPattern("has an unclosed `[`")
    return text[at], at + 1


def _class(name: str) -> str:
    if name not in _CLASSES:
        raise BadPattern(f"has the unknown class [:{name}:]")
    return _CLASSES[name]


def _set(char: str) -> str:
    return rf"\x{ord(char):02x}"


def _joined(runs: list[list[str]]) -> str:
    """The steps before, between and after each `**` as one expression."""
    first, *others = runs
    parts = [_run(first)]
    for index, (slash, *steps) in enumerate(filter(None, others)):
        # `**/b` matches `b` too; `**\\/b` does not.
        quantifier = "+" if slash == _ESCAPED_SLASH else "*"
        is_last = index == len(others) - 1
        lazy = "" if is_last else "?"
        parts.append(f"(?>(?:[^/]*+/){quantifier}{lazy}{_run(steps)})")
    if others and not others[-1]:
        parts.append(".*")
    return "".join(parts)


def _run(steps: list[str]) -> str:
    """Steps without `**`, as segments of a path."""
    segments: list[list[str]] = [[]]
    for step in steps:
        if step in {_SLASH, _ESCAPED_SLASH}:
            segments.append([])
        else:
            segments[-1].append(step)
    return "/".join(map(_segment, segments))


def _segment(steps: list[str]) -> str:
    """Steps within one name: the text after a star is searched once, from the left.

    The text after the last star must end the name.
    """
    pieces: list[list[str]] = [[]]
    for step in steps:
        if step == _STAR:
            pieces.append([])
        else:
            pieces[-1].append(step)
    first, *others = map("".join, pieces)
    if not others:
        return first
    *middle, last = others
    searched = "".join(f"(?>[^/]*?{piece})" for piece in middle)
    return f"{first}{searched}(?>[^/]*{last})"
