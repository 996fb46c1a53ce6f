"""Kinds of alterations of a cited file, or of a saved citation, for `citations`."""

# ruff: noqa: RUF001  # lookalikes are what these edits are about

import random
import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from ragtui_core.citations.shown.markdown_blocks import Dialect, markdown_blocks
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.text.single_line import one_line
from ragtui_core.types import BlockKind, Span

Edit = Callable[[str, Span, random.Random], str | None]
"""The file's text after an edit of a quotation; None where the kind does not apply."""

_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ASCII_WORD = re.compile(r"\b[a-z]{3,}\b")
_NEGATION = re.compile(r"\b(?:not|never|no|nicht|kein|pas|не|ない|不)\b|n['’]t\b")
_LOOKALIKES = str.maketrans("aeopcxyi", "аеорсхуі")  # Cyrillic


def inside(
    pattern: re.Pattern[str], change: Callable[[str, random.Random], str]
) -> Edit:
    """An edit of something within the quotation."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        found = list(pattern.finditer(text, span.start, span.end))
        if not found:
            return None
        match = rng.choice(found)
        made = text[: match.start()] + change(match[0], rng) + text[match.end() :]
        return None if _is_hidden(text, match, made) else made

    return edit


def _is_hidden(text: str, match: re.Match[str], made: str) -> bool:
    """Whether an edit changed only the content of an escape sequence.

    Such as a parameter of a hyperlink's: no reader sees it, before or after, so that
    the quotation is as it was. What an edit of shown text conceals is no such case.
    """
    if sanitize(text) != sanitize(made):
        return False
    shown = kept_offsets(text)
    return shown is not None and not set(range(*match.span())) & set(shown)


def beside(before: str, after: str, ends: str = r"\w") -> Edit:
    """Something that touches the quotation, where what is shown ends as `ends` says."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        del rng
        shown = sanitize(span.of(text))
        border = shown[:1] if before else shown[-1:]
        if not re.fullmatch(ends, border):
            return None
        return f"{text[: span.start]}{before}{span.of(text)}{after}{text[span.end :]}"

    return edit


def around(before: str, after: str) -> Edit:
    """Marks around the quotation that take it back or hide it."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        del rng
        quote = span.of(text)
        if re.search(r"[\r\n`|<>~%]", quote) or not re.match(r"\w", quote):
            return None
        return f"{text[: span.start]}{before}{quote}{after}{text[span.end :]}"

    return edit


def _swapped(pattern: re.Pattern[str]) -> Edit:
    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        found = list(pattern.finditer(text, span.start, span.end))
        pairs = [(a, b) for a, b in pairwise(found) if a[0].lower() != b[0].lower()]
        if not pairs:
            return None
        one, other = rng.choice(pairs)
        middle = text[one.end() : other.start()]
        made = f"{text[: one.start()]}{other[0]}{middle}{one[0]}{text[other.end() :]}"
        is_hidden = _is_hidden(text, one, made) and _is_hidden(text, other, made)
        return None if is_hidden else made

    return edit


def _other_digit(digit: str, rng: random.Random) -> str:
    return rng.choice([each for each in "0123456789" if each != digit])


def _before_line(mark: str) -> Edit:
    """A mark before a line within the quotation, of code."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        lines = list(re.finditer(r"(?m)^(?=.*\w)(?!```|~~~)", span.of(text)))
        if not lines:
            return None
        place = span.start + rng.choice(lines).start()
        return text[:place] + mark + text[place:]

    return edit


def _split_by(mark: str) -> Edit:
    """A sentence within the quotation divided into two blocks."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        spaces = list(re.finditer(r"(?<=\w) (?=\w)", span.of(text)))
        if not spaces:
            return None
        place = span.start + rng.choice(spaces).start()
        made = f"{text[:place]}\n{mark}{text[place + 1 :]}"
        # A line of a block quote goes on with it, whether it has a mark or not.
        return made if _drawn(text) != _drawn(made) else None

    return edit


def _drawn(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """What Markdown displays, block by block, in one line each."""
    blocks = markdown_blocks(text, 0, Dialect.NOTE)
    return [(one_line(block.text), block.parents) for block in blocks]


def _far_denial(text: str, span: Span, rng: random.Random) -> str | None:
    """A negation at least 40 characters before the quotation, in its sentence.

    What is in a heading above is not in it.
    """
    del rng
    window = Span(max(0, span.start - 1_000), span.end)
    for sentence in sentence_spans(text, window):
        if sentence.start + 40 < span.start < sentence.end:
            word = re.compile(r"\w+ (?=\w)").search(
                text, sentence.start, span.start - 40
            )
            blank = word and re.search(
                r"\n\s*[^\w\s]|\n\s*\n|[|`<>]", text[word.end() : span.start + 1]
            )
            line = text.rfind("\n", 0, word.end()) + 1 if word else 0
            is_heading = re.match(r"[ \t]*#.*\n", text[line : span.start])
            between = sanitize(text[word.end() : span.start + 1] if word else "")
            is_one = len([*sentence_spans(between, Span(0, len(between)))]) == 1
            if word and is_one and not blank and not is_heading:
                return f"{text[: word.end()]}not {text[word.end() :]}"
    return None


def _cells(change: Callable[[list[str], random.Random], list[str] | None]) -> Edit:
    """An edit of the cells of a row within the quotation."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        quote = span.of(text)
        row = re.fullmatch(r"\|(?P<cells>[^\n\\`]*)\|", quote)
        if not row:
            return None
        cells = [cell.strip() for cell in row["cells"].split("|")]
        changed = change(list(cells), rng)
        if changed is None or changed == cells:
            return None
        return f"{text[: span.start]}| {' | '.join(changed)} |{text[span.end :]}"

    return edit


def _moved_value(cells: list[str], rng: random.Random) -> list[str] | None:
    full = [n for n, cell in enumerate(cells) if cell]
    if len(full) < 2:
        return None
    one = rng.choice(full)
    other = rng.choice([n for n in range(len(cells)) if n != one])
    cells[one], cells[other] = cells[other], cells[one]
    return cells


def _moved_border(cells: list[str], rng: random.Random) -> list[str] | None:
    long = [n for n, cell in enumerate(cells[:-1]) if " " in cell]
    if not long:
        return None
    place = rng.choice(long)
    first, _, last = cells[place].rpartition(" ")
    cells[place], cells[place + 1] = first, f"{last} {cells[place + 1]}".strip()
    return cells


def _filled_cell(cells: list[str], rng: random.Random) -> list[str]:
    """An empty cell filled; if there is none, a full one emptied."""
    empty = [n for n, cell in enumerate(cells) if not cell]
    cells[rng.choice(empty or range(len(cells)))] = "7.5" if empty else ""
    return cells


def _other_column_head(text: str, span: Span, rng: random.Random) -> str | None:
    """Other heads of the table, which begins after the last blank line.

    A table goes on up to a blank line, so that a second delimiter row is one of cells.
    """
    del rng
    blanks = [*re.finditer(r"\n[ \t]*\n", text[: span.start])]
    head = re.compile(r"(?m)^\|(.*)\|[ \t]*\n\|[-:| ]+\|[ \t]*\n").search(
        text, blanks[-1].start() if blanks else 0, span.start
    )
    if not head:
        return None
    changed = "|".join([f" Xylem{cell}" for cell in head[1].split("|")])
    return text[: head.start(1)] + changed + text[head.end(1) :]


def _other_heading(text: str, span: Span, rng: random.Random) -> str | None:
    del rng
    fences = len(re.findall(r"(?m)^[ >]*(?:```|~~~)", text[: span.start]))
    found = list(re.finditer(r"(?m)^#{1,6} ", text[: span.start]))
    front_matter = re.match(r"---\r?\n(?s:.)*?\n---", text)
    first = front_matter.end() if front_matter else 0
    if fences or not found or not re.match(r"\w", text[found[-1].end() : span.start]):
        return None
    if found[-1].start() < first:  # a comment in front matter
        return None
    return f"{text[: found[-1].end()]}Xylem {text[found[-1].end() :]}"


def _put_above(block: str) -> Edit:
    """A block above the paragraph that begins with the quotation."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        del rng
        before = text[: span.start]
        other = re.compile(r"[#|>*+-]|\[[^\]]*\]:")
        if not before.endswith("\n\n") or other.match(text, span.start):
            return None
        return f"{before}{block}\n\n{text[span.start :]}"

    return edit


_COMMENTS = {"python": ('"""', '"""'), "c": ("/*", "*/"), "bash": (": <<'END'", "END")}
"""What begins and ends a comment, or a string that nothing uses, by language."""


def _comment_around() -> Edit:
    """A comment of several lines around the quoted lines of code."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        del rng
        fences = list(re.finditer(r"(?m)^```[^`\n]*\n", text[: span.start]))
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", span.end)
        code = text[fences[-1].end() : end] if fences else ""
        # A comment in another one says nothing new.
        is_other = not code or re.search(r'```|"{3}|/\*|<!--', code)
        language = fences[-1][0].strip("`\n") if fences else ""
        if end < 0 or is_other or language not in _COMMENTS:
            return None
        if start < fences[-1].end():
            return None
        opening, closing = _COMMENTS[language]
        return f"{text[:start]}{opening}\n{text[start:end]}\n{closing}{text[end:]}"

    return edit


def _other_lead(text: str, span: Span, rng: random.Random) -> str | None:
    """Another introduction of the list that begins with the quotation."""
    before = text[: span.start]
    if not before.endswith("\n") or not re.match(r"[-*+] ", text[span.start :]):
        return None
    lead = rng.choice(["Xylem:", "All this is wrong."])
    return f"{before}\n{lead}\n\n{text[span.start :]}"


def _as_block(mark: str, end: str = "") -> Edit:
    """The paragraph that is quoted as another kind of block."""

    def edit(text: str, span: Span, rng: random.Random) -> str | None:
        del rng
        before, after = text[: span.start], text[span.end :]
        is_all = before.endswith("\n\n") and re.match(r"\n\n|\n?\Z", after)
        if not is_all or not re.match(r"\w", span.of(text)) or "\n" in span.of(text):
            return None
        return f"{before}{mark}{span.of(text)}{end}{after}"

    return edit


LETTER = r"[^\W\d_]"
KINDS: Mapping[str, Edit] = {
    "a digit changed": inside(_DIGIT, _other_digit),
    "a digit added": inside(_DIGIT, lambda d, rng: d + rng.choice("0123456789")),
    "a digit deleted": inside(_DIGIT, lambda d, rng: ""),
    "two numbers swapped": _swapped(_NUMBER),
    "a sign before a number": inside(_NUMBER, lambda n, rng: rng.choice("-−+~<") + n),
    "a decimal added": inside(_NUMBER, lambda n, rng: f"{n}.{rng.randint(1, 9)}"),
    "a thousand": inside(_NUMBER, lambda n, rng: f"{n},000"),
    "per cent": inside(_NUMBER, lambda n, rng: f"{n}%"),
    "an exponent": inside(_NUMBER, lambda n, rng: f"{n}^6"),
    "a superscript": inside(_NUMBER, lambda n, rng: f"{n}²"),
    "a fraction": inside(_NUMBER, lambda n, rng: f"{n}/3"),
    "a range": inside(_NUMBER, lambda n, rng: f"{n}–{n}9"),
    "a negation put in": inside(_WORD, lambda w, rng: f"{w} not"),
    "a negation taken out": inside(_NEGATION, lambda w, rng: ""),
    "a negating prefix": inside(_WORD, lambda w, rng: rng.choice(["un", "non-"]) + w),
    "a negating suffix": inside(_WORD, lambda w, rng: w + rng.choice(["n't", "n’t"])),
    "a word deleted": inside(_WORD, lambda w, rng: ""),
    "a word repeated": inside(_WORD, lambda w, rng: f"{w} {w}"),
    "another word": inside(_WORD, lambda w, rng: rng.choice(["xylem", "quoin"])),
    "two words swapped": _swapped(_WORD),
    "a letter deleted": inside(_WORD, lambda w, rng: w[:-1]),
    "letters of another script": inside(
        _ASCII_WORD, lambda w, rng: w.translate(_LOOKALIKES) + "ѕ"
    ),
    "a word struck through": inside(_WORD, lambda w, rng: f"~~{w}~~"),
    "a word struck through in HTML": inside(_WORD, lambda w, rng: f"<del>{w}</del>"),
    "a word in a comment": inside(_WORD, lambda w, rng: f"<!-- {w} -->"),
    "strokes over a word": inside(_WORD, lambda w, rng: "\u0336".join(w) + "\u0336"),
    "a direction override": inside(_WORD, lambda w, rng: f"\u202e{w}\u202c"),
    "an isolate": inside(_WORD, lambda w, rng: f"\u2067{w}\u2069"),
    "an escape that conceals": inside(_WORD, lambda w, rng: f"\x1b[8m{w}\x1b[0m"),
    "15 for 5": beside("1", "", r"\d"),
    "2.5 for 2": beside("", ".5 mg", r"\d"),
    "5% for 5": beside("", "%", r"\d"),
    "5 million for 5": beside("", " million", r"\d"),
    "-5 for 5": beside("-", "", r"\d"),
    "$5 for 5": beside("$", "", r"\d"),
    "10^6 for 10": beside("", "^6", r"\d"),
    "1.2.3 for 1.2": beside("", ".3", r"\d"),
    "1/3 for 3": beside("1/", "", r"\d"),
    "unsafe for safe": beside("un", "", LETTER),
    "un-safe for safe": beside("un-", "", LETTER),
    "can't for can": beside("", "n't", LETTER),
    "can’t for can": beside("", "’t", LETTER),
    "cannot for can": beside("", "not", LETTER),
    "can not for can": beside("", " not", LETTER),
    "not safe for safe": beside("not ", "", LETTER),
    "an added condition": beside("", " only if it is dry", LETTER),
    "an added denial": beside("It is false that ", "", r"\w"),
    "a combining mark": beside("", "\u0338", LETTER),
    "struck through": around("~~", "~~"),
    "struck through, one tilde": around("~", "~"),
    "<del>": around("<del>", "</del>"),
    "<s>": around("<s>", "</s>"),
    "<strike>": around("<strike>", "</strike>"),
    "an HTML comment": around("<!-- ", " -->"),
    "an Obsidian comment": around("%% ", " %%"),
    "hidden": around("<span hidden>", "</span>"),
    "display: none": around('<span style="display:none">', "</span>"),
    "CriticMarkup": around("{--", "--}"),
    "the title of a terminal": around("\x1b]0;", "\x07"),
    "a denial far before": _far_denial,
    "a sentence split by #": _split_by("# "),
    "a sentence split by -": _split_by("- "),
    "a sentence split by >": _split_by("> "),
    "another heading above": _other_heading,
    "a heading put above": _put_above("# Xylem"),
    "an introduction put above": _put_above("The following is wrong:"),
    "a heading in bold put above": _put_above("**Rejected**"),
    "a heading in HTML put above": _put_above("<h2>Rejected</h2>"),
    "another list": _other_lead,
    "a paragraph as quotation": _as_block("> "),
    "a paragraph as item": _as_block("- "),
    "a paragraph as heading": _as_block("# "),
    "a paragraph as code": _as_block("```\n", "\n```"),
    "code commented out": _before_line("# "),
    "code of a diff removed": _before_line("-"),
    "code indented": _before_line("    "),
    "code in a comment": _comment_around(),
    "a mark in code": inside(re.compile(r"[-+*#_<>=&|]"), lambda m, rng: "~"),
    "a value in another column": _cells(_moved_value),
    "a border of cells moved": _cells(_moved_border),
    "a cell filled or emptied": _cells(_filled_cell),
    "another column head": _other_column_head,
}
"""Edits of the file."""

PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.HEADING})
BLOCKS: Mapping[str, frozenset[BlockKind]] = {
    "another list": frozenset({BlockKind.LIST_ITEM}),
    **dict.fromkeys(
        (
            "another heading above",
            "a heading put above",
            "an introduction put above",
            "a heading in bold put above",
            "a heading in HTML put above",
            "a paragraph as quotation",
            "a paragraph as item",
            "a paragraph as heading",
            "a paragraph as code",
        ),
        frozenset({BlockKind.PARAGRAPH}),
    ),
    **dict.fromkeys(
        (
            "code commented out",
            "code of a diff removed",
            "code indented",
            "code in a comment",
            "a mark in code",
        ),
        frozenset({BlockKind.CODE}),
    ),
    **dict.fromkeys(
        (
            "a value in another column",
            "a border of cells moved",
            "a cell filled or emptied",
            "another column head",
        ),
        frozenset({BlockKind.TABLE_ROW}),
    ),
}
"""The blocks to which a kind of edit applies, if not to all of `PROSE`."""

Forgery = Callable[[str, random.Random], str | None]
"""Another quotation for a saved citation; None where the kind does not apply."""


def _cut_at_end(quote: str, rng: random.Random) -> str | None:
    return _cut(quote, rng, end=True)


def _cut_at_start(quote: str, rng: random.Random) -> str | None:
    return _cut(quote, rng, end=False)


def _cut(quote: str, rng: random.Random, *, end: bool) -> str | None:
    """The quotation up to, or from, the middle of an alphabetic word or a number."""
    found = [
        place
        for match in re.finditer(r"[a-zA-Z\u00c0-\u04ff]{2,}|\d{2,}", quote)
        for place in range(match.start() + 1, match.end())
    ]
    if not found:
        return None
    place = rng.choice(found)
    return quote[:place] if end else quote[place:]


def _single(quote: str, rng: random.Random) -> str | None:
    return rng.choice([each for each in quote if each.isalnum()] or ["a"])


def _changed(
    pattern: re.Pattern[str], change: Callable[[str, random.Random], str]
) -> Forgery:
    edit = inside(pattern, change)
    return lambda quote, rng: edit(quote, Span(0, len(quote)), rng)


FORGERIES: Mapping[str, Forgery] = {
    "cut within a word at the end": _cut_at_end,
    "cut within a word at the start": _cut_at_start,
    "a single letter": _single,
    "a digit changed": _changed(_DIGIT, _other_digit),
    "a word changed": _changed(_WORD, lambda w, rng: "xylem"),
    "a negation put in": _changed(_WORD, lambda w, rng: f"{w} not"),
    "a negation taken out": _changed(_NEGATION, lambda w, rng: ""),
    "a word taken out": _changed(_WORD, lambda w, rng: ""),
}
"""Edits of the saved quotation, after which its digest is computed again."""
