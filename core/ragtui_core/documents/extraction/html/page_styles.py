"""What the elements and styles of a page say about its text: struck through, or unseen.

The page's own styles apply, in the order of importance that CSS gives them; conditions
on the window or on what a person does with the page are taken for false. Sizes and
visibility are inherited, and a part can undo them; nothing undoes the others.

Text that a person of the page can show is kept: what a link, tab or button controls,
and elements that another rule of the page shows in a state of theirs (`.tab.active`).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from ragtui_core.documents.extraction.canonical_writer import struck
from ragtui_core.documents.extraction.html.page_texts import shift

Declarations = dict[str, tuple[bool, str]]
"""By property: whether it is important, and the value."""

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->|<!\[CDATA\[|\]\]>", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_PIECE = re.compile(r"([^{};]*)([{};]|\Z)")
_APPLIED = re.compile(
    r"@layer\b|@supports\b(?!\s*not\b)|@media\s+(?:only\s+)?(?:all|screen)\s*$"
)
_DECLARATION = re.compile(
    r"\s*(display|visibility|opacity|font-size|text-decoration|animation|transition"
    r"|vertical-align)"
    r"(?:-line|-name|-property)?"
    r"\s*:\s*(.+?)\s*(!\s*important\s*)?",
    re.I | re.DOTALL,
)
_EFFECTS = {
    "display": re.compile(r"none"),
    "visibility": re.compile(r"hidden|collapse"),
    "opacity": re.compile(r"(?:0+\.?0*|\.0+)%?"),
    "font-size": re.compile(r"(?:0+\.?0*|\.0+)(?:[a-z]+|%)?"),
    "text-decoration": re.compile(r".*\bline-through\b.*", re.DOTALL),
    "raised": re.compile(r"super"),
    "lowered": re.compile(r"sub"),
    "animation": re.compile(r"(?!none).*", re.DOTALL),
    "transition": re.compile(r"(?!none).*", re.DOTALL),
}
"""Values with which a property withdraws, hides or moves text, or lets it appear."""
_INHERITED = re.compile(r"inherit|unset|.*%|.*\d(?:em|ex|ch)|larger|smaller")
"""Values that keep an inherited state: what is none, or a multiple of nothing."""
_PSEUDO = re.compile(
    r":(?!(?:not|is|where|has|root|empty|(?:first|last|only|nth|nth-last)-"
    r"(?:child|of-type))\b)"
)
"""Parts of elements, and states that only a person's actions give them."""
_SPECIFICITY = (
    re.compile(r"#[\w-]+"),
    re.compile(r"\.[\w-]+|\[[^\]]*\]|:(?!not|is|where|has)[\w-]+"),
    re.compile(r"(?<![\w.#:\[=\"'-])[a-z][\w-]*", re.I),
)
_SHIFTED = frozenset({"sup", "sub", "td", "th", "img"})
"""Elements that are shifted already, or in which the property says something else."""
_MAX_SHIFTED = 100
"""Characters of a superscript; a page may give the style to a block."""
_STRUCK_TAGS = ("del", "s", "strike")
_BROWSER = "[hidden]:not([hidden=until-found]),dialog:not([open])"
"""What a browser hides unless a page's style shows it."""
_NONE: Declarations = {"display": (False, "none")}

HIDDEN = "hidden text was left out"
UNSTYLED = "too many styles: text that they hide was not left out"

MAX_STEPS = 10_000_000
"""Maximum product of elements and selectors, about a second of work."""

_CONTROLS = ("aria-controls", "data-target", "data-bs-target", "href", "for")
_COMPOUND = re.compile(r"[\s>+~]+(?![^(]*\))")
_SIMPLE = re.compile(r"[.#]?[\w-]+|\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?")
_NAMED = re.compile(r"[.#][\w-]+")
_IN_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")

_SHEETS = "style,link[rel=stylesheet][href]"
_SIGNS = re.compile(r"[{};]")
_SELECTORS = re.compile(r",(?![^(\[]*[)\]])")
"""The commas between selectors."""


class _State(NamedTuple):
    """What an element inherits."""

    is_struck: bool = False
    is_invisible: bool = False
    has_no_size: bool = False


def apply_styles(
    tree: Any, linked: Callable[[str], str] = lambda _: ""
) -> Iterator[str]:
    """Remove the texts that a page hides, and mark those that it strikes through.

    Yields what was left out, in words.

    Args:
        tree: A parsed page, which is changed.
        linked: Gives the style sheet at an address in the page; empty if there is none.
    """
    nodes = tree.css(_SHEETS)
    page = _Page(tree)
    styles = _styles(page, [_sheet(node, linked) for node in nodes])
    for node in nodes:
        node.decompose()
    if page.is_unstyled:
        yield UNSTYLED
    if not tree.body or not (styles or tree.css_first(",".join(_STRUCK_TAGS))):
        return
    controlled = _controlled(tree) if styles else frozenset[str]()
    removed = False
    stack = [(tree.body, _State())]
    while stack:
        node, state = stack.pop()
        # A page that hides itself is shown by its script.
        own = styles.get(node.mem_id, {}) if node.tag != "body" else {}
        if node.tag == "-text":
            removed |= _apply(node, state)
        elif _is_hidden(own) and (node.attributes.get("id") or "") not in controlled:
            removed |= bool(node.text(deep=True).strip())
            node.decompose()
        else:
            is_low = own.get("lowered", False)
            if (is_low or own.get("raised")) and _is_short(node):
                shift(node, is_low=is_low)
            state = _inherited(state, node.tag, own)
            stack.extend((child, state) for child in node.iter(include_text=True))

    if removed:
        yield HIDDEN


def _apply(text: Any, state: _State) -> bool:
    """Withdraw a text; whether it was removed."""
    written: str = text.text_content or ""
    if state.is_invisible or state.has_no_size:
        text.decompose()
        return bool(written.strip())
    if state.is_struck:
        text.replace_with(struck(written))
    return False


def _is_short(node: Any) -> bool:
    """Whether an element may be a script: one of a few words, not shifted already."""
    return node.tag not in _SHIFTED and len(node.text(deep=True)) <= _MAX_SHIFTED


def _is_hidden(own: Mapping[str, bool]) -> bool:
    """Whether an element has no place, or is transparent and does not appear later."""
    appears = any(map(own.get, ("animation", "transition")))
    return own.get("display", False) or (own.get("opacity", False) and not appears)


def _controlled(tree: Any) -> frozenset[str]:
    """The identifiers of elements that links, tabs and buttons of a page show."""
    values = (
        node.attributes.get(name) or ""
        for name in _CONTROLS
        for node in tree.css(f"[{name}]")
    )
    panels = (node.attributes.get("id") or "" for node in tree.css("[role=tabpanel]"))
    names = (word.removeprefix("#") for value in values for word in value.split())
    return frozenset(filter(None, chain(names, panels)))


class _Page:
    """The elements of a page, and the work that selectors may still take."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        self.is_unstyled = False
        self._elements = max(len(tree.css("*")), 1)
        self._left = MAX_STEPS
        attributes = [node.attributes for node in tree.css("[class],[id]")]
        classes = (c for a in attributes for c in (a.get("class") or "").split())
        self._names = {f".{name.lower()}" for name in classes}
        self._names |= {f"#{(a.get('id') or '').lower()}" for a in attributes}

    def matches(self, selector: str) -> list[Any]:
        """The elements that a selector finds; none if it depends on a person."""
        from selectolax.lexbor import SelectolaxError

        named = _NAMED.findall(_IN_BRACKETS.sub("", selector.lower()))
        is_absent = "\\" not in selector and not self._names.issuperset(named)
        if is_absent or _PSEUDO.search(selector):
            return []
        self.is_unstyled |= self._left < self._elements
        self._left -= self._elements
        try:
            return [] if self.is_unstyled else list(self.tree.css(selector))
        except SelectolaxError:  # not supported, or no selector
            return []


def _inherited(state: _State, tag: str, own: Mapping[str, bool]) -> _State:
    return _State(
        state.is_struck or tag in _STRUCK_TAGS or own.get("text-decoration", False),
        own.get("visibility", state.is_invisible),
        own.get("font-size", state.has_no_size),
    )


def _styles(page: _Page, sheets: Iterable[str]) -> dict[int, dict[str, bool]]:
    """By element: the properties that may withdraw or hide text, and whether they do.

    Properties that do so nowhere in the page, or that an element inherits, are absent.
    """
    rules = _without_states([rule for sheet in sheets for rule in _rules(sheet)])
    inline = [
        (node, _declarations(node.attributes.get("style") or ""))
        for node in page.tree.css("[style]")
    ]
    browser = [(node, _NONE) for node in page.tree.css(_BROWSER)]
    used = {
        name
        for _, declared in (*browser, *rules, *inline)
        for name, (_, value) in declared.items()
        if _effect(name, value)
    }
    if "opacity" not in used:
        used -= {"animation", "transition"}
    ranked: dict[int, dict[str, list[tuple[Any, bool | None]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    applied = _applied(page, rules, inline, used)
    for rank, node, declared in chain((((-1,), *rule) for rule in browser), applied):
        for name in used & declared.keys():
            important, value = declared[name]
            entry = ((important, *rank), _effect(name, value))
            ranked[node.mem_id][name].append(entry)
    return {
        element: {
            name: effect
            for name, entries in properties.items()
            if (effect := max(entries, key=itemgetter(0))[1]) is not None
        }
        for element, properties in ranked.items()
    }


def _without_states(
    rules: Sequence[tuple[str, Declarations]],
) -> list[tuple[str, Declarations]]:
    """Rules without those that hide what another one shows in a state of it."""
    shown = defaultdict[str, list[tuple[str, frozenset[str]]]](list)
    for selector, declared in rules:
        if "display" in declared and not _effect("display", declared["display"][1]):
            parts = _last_parts(selector)
            for part in parts:
                shown[part].append((selector, parts))

    def is_state(selector: str) -> bool:
        parts = _last_parts(selector)
        return any(
            other != selector and parts <= of_other
            for other, of_other in shown[next(iter(parts), "")]
        )

    return [
        (selector, declared)
        for selector, declared in rules
        if not _effect("display", declared.get("display", (False, ""))[1])
        or not is_state(selector)
    ]


def _last_parts(selector: str) -> frozenset[str]:
    """The parts of what a selector selects: `.tab` and `.on` of `ul .tab.on`."""
    return frozenset(_SIMPLE.findall(_COMPOUND.split(selector.strip())[-1]))


def _applied(
    page: _Page,
    rules: Sequence[tuple[str, Declarations]],
    inline: Iterable[tuple[Any, Declarations]],
    used: set[str],
) -> Iterator[tuple[tuple[int, ...], Any, Declarations]]:
    """The rank of each declaration, the element, and what is declared."""
    for order, (selector, declared) in enumerate(rules):
        if used & declared.keys():
            rank = (0, *_specificity(selector), order)
            yield from ((rank, node, declared) for node in page.matches(selector))
    yield from (((1,), node, declared) for node, declared in inline)


def _effect(name: str, value: str) -> bool | None:
    """Whether a value withdraws or hides; None if that is inherited."""
    if _EFFECTS[name].fullmatch(value):
        return True
    return None if _INHERITED.fullmatch(value) else False


def _specificity(selector: str) -> tuple[int, ...]:
    return tuple(len(pattern.findall(selector)) for pattern in _SPECIFICITY)


def _sheet(node: Any, linked: Callable[[str], str]) -> str:
    attributes = node.attributes
    media = (attributes.get("media") or "all").strip().lower()
    if media not in {"all", "screen"}:
        return ""
    if node.tag == "style":
        return str(node.text(deep=True))
    return linked(attributes["href"] or "")


def _rules(css: str) -> Iterator[tuple[str, Declarations]]:
    """Each selector of a style sheet, and what it declares."""
    css = _QUOTED.sub(lambda text: _SIGNS.sub("", text[0]), _COMMENT.sub("", css))
    opened: list[str | None] = []  # selectors; "" for a condition that is true
    for piece in _PIECE.finditer(css):
        text, sign = piece[1].strip(), piece[2]
        selector = opened[-1] if opened else ""
        if sign == "{":
            opened.append(_opened(text) if selector == "" else None)
            continue
        if selector:
            own = _declarations(text)
            yield from ((part, own) for part in _SELECTORS.split(selector) if own)
        if sign == "}" and opened:
            opened.pop()


def _opened(prelude: str) -> str | None:
    if prelude.startswith("@"):
        return "" if _APPLIED.match(prelude.lower()) else None
    return prelude or None


def _declarations(text: str) -> Declarations:
    found = filter(None, map(_DECLARATION.fullmatch, text.split(";")))
    made = {
        match[1].lower(): (bool(match[3]), match[2].strip().lower()) for match in found
    }
    if shifted := made.pop("vertical-align", None):
        made["raised"] = made["lowered"] = shifted
    return made
