"""Equations of Office files and of MathML in one line: `Q=CA√(2gh)`, `(a+b)/2`.

Both say the same with other names: `sSup` with `e` and `sup`, `msup` with two children.
"""

import re
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as ET

from ragtui_core.documents.extraction.raised_text import lowered, raised

MAX_DEPTH = 60
"""Parts within parts; the text of deeper ones is joined."""

_PROPERTIES = frozenset({"rPr", "ctrlPr", "annotation", "annotation-xml"})
"""Elements without text that is shown, as are those that end with `Pr`."""
_OPERATOR = re.compile(r"[-+=/\u2212\u00b1\u00b7\u00d7]")


def linear(equation: ET.Element, depth: int = 0) -> str:
    """An equation on one line."""
    name = equation.tag.rpartition("}")[2]
    if depth > MAX_DEPTH:
        return "".join(equation.itertext())
    parts = [part for part in equation if not _is_property(part)]
    texts = [linear(part, depth + 1) for part in parts]
    if name == "nary":
        return _sum(equation, parts, texts)
    if name == "d" or name == "mfenced":
        return _fenced(equation, texts)
    if name == "acc":
        return "".join(texts) + _property(equation, "chr", "\u0302")
    if not parts:
        return " ".join((equation.text or "").split())
    written = _FORMS.get(name, "".join)(texts)
    return " ".join(written.split())


def _is_property(part: ET.Element) -> bool:
    name = part.tag.rpartition("}")[2]
    return name in _PROPERTIES or name.endswith("Pr")


def _grouped(text: str) -> str:
    """Text in brackets unless it is one number or letter."""
    is_one = text.isalnum() and (len(text) == 1 or text.isdigit())
    return text if is_one or not text else f"({text})"


def _fraction(texts: Sequence[str]) -> str:
    return "/".join(map(_grouped, texts))


def _base(text: str) -> str:
    """What is raised to a power: in brackets if it is a sum or a fraction."""
    is_whole = text[:1] in {"(", "[", "{", "|"} or not _OPERATOR.search(text[1:])
    return text if is_whole else f"({text})"


def _raised(texts: Sequence[str]) -> str:
    return _base(texts[0]) + "".join(map(raised, texts[1:2]))


def _before(texts: Sequence[str]) -> str:
    """A number and an index before a letter: `₂⁴He`."""
    return "".join([*map(lowered, texts[:1]), *map(raised, texts[1:-1]), *texts[-1:]])


def _lowered(texts: Sequence[str]) -> str:
    return texts[0] + "".join(map(lowered, texts[1:2]))


def _both(texts: Sequence[str]) -> str:
    return _lowered(texts) + "".join(map(raised, texts[2:3]))


def _root(texts: Sequence[str]) -> str:
    """A root, of its degree, which may be empty, and what is under it."""
    degree = raised(texts[0]) if len(texts) > 1 else ""
    return f"{degree}√{_grouped(texts[-1])}"


def _sum(
    equation: ET.Element, parts: Sequence[ET.Element], texts: Sequence[str]
) -> str:
    """A sum, an integral: the sign with its limits, and what is summed."""
    by_name = {
        part.tag.rpartition("}")[2]: text
        for part, text in zip(parts, texts, strict=True)
    }
    sign = _property(equation, "chr", "∫")
    limits = lowered(by_name.get("sub", "")) + raised(by_name.get("sup", ""))
    return f"{sign}{limits} {by_name.get('e', '')}".strip()


def _fenced(equation: ET.Element, texts: Sequence[str]) -> str:
    begin = equation.get("open") or _property(equation, "begChr", "(")
    end = equation.get("close") or _property(equation, "endChr", ")")
    return begin + _property(equation, "sepChr", ",").join(texts) + end


def _property(equation: ET.Element, name: str, default: str) -> str:
    kind = equation.tag.rpartition("}")[2]
    found = equation.find(f"{{*}}{kind}Pr/{{*}}{name}")
    values = () if found is None else found.attrib.values()
    return next(iter(values), default)


_FORMS: dict[str, Callable[[Sequence[str]], str]] = {
    **dict.fromkeys(("f", "mfrac"), _fraction),
    **dict.fromkeys(("sSup", "msup", "limUpp", "mover"), _raised),
    **dict.fromkeys(("sSub", "msub", "limLow", "munder"), _lowered),
    **dict.fromkeys(("sSubSup", "msubsup", "munderover"), _both),
    "sPre": _before,
    "rad": _root,
    "msqrt": lambda texts: _root(["".join(texts)]),
    "mroot": lambda texts: _root(texts[::-1]),
    "func": " ".join,
    **dict.fromkeys(("m", "eqArr", "mtable"), "; ".join),
    **dict.fromkeys(("mr", "mtr"), ", ".join),
    "semantics": lambda texts: texts[0],
}
