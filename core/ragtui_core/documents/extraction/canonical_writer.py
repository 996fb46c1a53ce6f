"""Writes canonical text: Markdown in which text of the file is never markup.

What a file says about its words is kept: those that it strikes through or deletes are
`struck` by the extractor, and written as `~~words~~`, in one line each.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from ragtui_core.documents.extraction.extracted import MAX_CHARS, Extracted
from ragtui_core.documents.extraction.table_grid import Cell, table_rows
from ragtui_core.types import Anchor, Location, LocationKind

_PLACEHOLDER = re.compile(
    r"Microsoft (?:Word|Excel|PowerPoint|Visio) - .*|untitled.*|unbenannt.*"
    r"|(?:no|ohne|sans) (?:title|titel|titre)"
    r"|(?:new |neues )?(?:rich text |word )?(?:document|dokument) ?\d*|about:blank"
    r"|(?:powerpoint|keynote|impress)?[ -]*pr[eäé]sentation ?\d*"
    r"|(?:layout|slide|folie|diapositive|book|mappe|sheet|page|seite|scan) ?\d+"
    r"|slide|folie|title|titel|titre|main|output|print(?:ing)?|default|unknown|\W*",
    re.I,
)
_FILE = re.compile(
    r"(?:[a-z]:\\|\\\\|file:).*|(?:https?:/)?/\S*"
    r"|.*\S\.(?:docx?|dotx?|odt|ods|odp|pptx?|xlsx?|indd|indb|qxd|qxp|tex|dvi|ps|eps|pdf"
    r"|rtf|fm|book|pmd|p65|ai|cdr|psd|pub|wpd|lwp|sxw|html?|md|typ|tmp|dwg|vsdx?)",
    re.I,
)
"""Paths, addresses and names of source files."""


def given_title(title: str) -> str:
    """A title that a person gave; empty for one of a program."""
    words = " ".join(title.split())
    is_placeholder = _PLACEHOLDER.fullmatch(words) or _FILE.fullmatch(words)
    return "" if is_placeholder else words


_DROPPED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2060\ufdd0-\ufdd3\ufeff\ufffe\uffff"
    "\ud800-\udfff]"
)
"""Controls, invisible characters and what cannot be encoded; searches would miss words
that contain one."""
_STRUCK, _END = "\ufdd0", "\ufdd1"
"""Surround struck words on their way to the writer; Unicode reserves these characters
for the inside of programs, and a file's own are dropped."""
_STRUCK_WORDS = re.compile(f"{_STRUCK}([^{_STRUCK}{_END}]*){_END}")
_WORDS = re.compile(r"\S(?:.*\S)?")
_BESIDE = re.compile(rf"(.?){_STRUCK}([^{_END}]*){_END}(?=(.?))")
_CONTINUED = re.compile(rf"{_END}(\s*){_STRUCK}")
_INLINE = re.compile(r"[\\`*\[\]<|]|(?<!~)~(?!~)|(?<!\w)_+|_+(?!\w)|&(?=#?\w+;)")
"""What Markdown could take for markup; not `~~`, with which people mean it."""
_TILDES = re.compile("~{2,}")
_LINE = re.compile(r"#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+\s*$|:?-+:?\s*$|~{3}")
_ORDERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")


_MARKER = re.compile(r"-|\d{1,9}[.)]")
"""A mark of an item that Markdown knows."""
_NO_CAPTION = re.compile(
    r"[\w.-]+\.\w{2,4}|(?:image|picture|img|bild|grafik|photo|logo)?[ _-]?\d*", re.I
)
"""Names of files, and of pictures that have no words of their own."""
_MAX_PADDED = 50
"""Columns to which short rows of a table are filled up; Markdown does not need it."""

MAX_PROBLEMS = 20
"""Sentences on what was left out of a file."""


def front_matter_of(values: Mapping[str, str | Sequence[str]]) -> str:
    """Values as front matter in YAML; nothing if there are none."""
    if not values:
        return ""
    import yaml  # Of most files, nothing is known but their text.

    plain = {key: _plain(value) for key, value in values.items()}
    block = yaml.safe_dump(plain, allow_unicode=True, sort_keys=False, width=1_000_000)
    return f"---\n{block}---\n\n"


def _plain(value: str | Sequence[str]) -> str | list[str]:
    if isinstance(value, str):
        return " ".join(_DROPPED.sub("", value).split())
    return [" ".join(_DROPPED.sub("", item).split()) for item in value]


def struck(text: str) -> str:
    """Text that its file withdraws, as the writer takes it: each line by itself."""
    lines = (_DROPPED.sub("", line) for line in f"{text}\0".splitlines())
    return "\n".join(_WORDS.sub(rf"{_STRUCK}\g<0>{_END}", line) for line in lines)


def caption(words: str) -> str:
    """What a file says that a picture shows; signs, such as emoji, are as they are."""
    words = " ".join(words.split())
    if _NO_CAPTION.fullmatch(words):
        return ""
    return f"(Picture: {words})" if any(map(str.isalpha, words)) else words


def escape_inline(text: str) -> str:
    """Text that Markdown shows as `text`, anywhere but at the start of a line."""
    if _STRUCK not in text:
        return _escaped(text)
    pieces = _STRUCK_WORDS.split(_CONTINUED.sub(r"\1", text))
    for number, piece in enumerate(pieces):
        words = _TILDES.sub(lambda run: r"\~" * len(run[0]), _escaped(piece))
        pieces[number] = f"{_STRUCK}{words}{_END}" if number % 2 else words
    line = " ".join("".join(pieces).split())
    return _BESIDE.sub(_strike, line)


def _strike(struck: re.Match[str]) -> str:
    """Struck words, apart from a word beside them that is left whole.

    Between the letters of a word there is a space, too, where Markdown requires it:
    beside punctuation that is struck.
    """
    before, words, after = struck.groups()
    begin = end = ""
    if _is_word(before) and not (_is_word(after) and _is_word(words[0])):
        begin = " "
    if _is_word(after) and not (_is_word(before) and _is_word(words[-1])):
        end = " "
    return f"{before}{begin}~~{words}~~{end}"


def _is_word(character: str) -> bool:
    return bool(character) and unicodedata.category(character)[0] in "LMN"


def _escaped(text: str) -> str:
    cleaned = _DROPPED.sub("", text)
    return _INLINE.sub(lambda found: re.sub(r"(.)", r"\\\1", found[0]), cleaned)


def escape_line(line: str) -> str:
    """A line that Markdown shows as the words of `line`."""
    escaped = escape_inline(" ".join(line.split()))
    if found := _ORDERED.match(escaped):
        return f"{found[1]}\\{escaped[len(found[1]) :]}"
    return f"\\{escaped}" if _LINE.match(escaped) else escaped


class CanonicalWriter:
    """Appends blocks, each followed by an empty line."""

    def __init__(self) -> None:
        """Start with an empty text."""
        self._parts: list[str] = []
        self._anchors: list[Anchor] = []
        self._length = 0
        self._is_full = False
        self._problems: list[str] = []
        self._properties: Mapping[str, str | Sequence[str]] = {}

    def add_problems(self, problems: Iterable[str]) -> None:
        """Note what was left out, in words, each once."""
        for problem in problems:
            if problem not in self._problems and len(self._problems) < MAX_PROBLEMS:
                self._problems.append(problem)

    def properties(self, values: Mapping[str, str | Sequence[str]]) -> None:
        """Set what the file says of itself, which becomes front matter."""
        self._properties = values

    def anchor(self, kind: LocationKind, label: str, number: int) -> None:
        """A location begins here: its label as people write it, and its number."""
        label = " ".join(_DROPPED.sub("", label).split())
        location = Location(kind, label or str(number), number)
        self._anchors.append(Anchor(self._length, location))

    def heading(self, level: int, title: str) -> None:
        """A heading of level 1 to 6; nothing if it has no text."""
        words = escape_inline(" ".join(title.split()))
        # A closing run of `#` would not be shown.
        words = re.sub(r"#(?=#*$)", r"\\#", words)
        if words.strip():
            self._block(f"{'#' * level} {words}")

    def paragraph(self, text: str) -> None:
        """Lines of text; empty ones separate paragraphs."""
        lines = [escape_line(line) for line in text.splitlines()]
        for block in "\n".join(lines).split("\n\n"):
            self._block(block.strip("\n"))

    def label(self, text: str) -> None:
        """A paragraph in bold, which people read as a heading."""
        self._block(f"**{escape_inline(' '.join(text.split()))}**")

    def go_on(self) -> None:
        """Let the next paragraph continue the last one, beyond a page's end."""
        if self._parts and not self._is_full:
            self._parts[-1] = self._parts[-1][:-1]
            self._length -= 1

    def quotation(self, text: str) -> None:
        """Quoted lines, as a block quote; empty ones separate paragraphs."""
        lines = [escape_line(line) for line in text.splitlines()]
        for block in re.split(r"\n{2,}", "\n".join(lines).strip("\n")):
            self._block("\n".join(f"> {line}" for line in block.splitlines()))

    @property
    def position(self) -> int:
        """The number of characters that were written."""
        return self._length

    def item(self, text: str, marker: str = "-") -> None:
        """An item of a list; `marker` is `-` or a number as it is shown."""
        if not _MARKER.fullmatch(marker):
            marker, text = "-", f"{marker} {text}" if text.strip() else ""
        words = escape_line(text)
        if words:
            self._block(f"{marker} {words}")

    def code(self, text: str) -> None:
        """Text whose line breaks and spaces matter."""
        if _STRUCK_WORDS.search(text):  # in code, `~~` would mean nothing
            self.paragraph(text)
            return
        text = _DROPPED.sub("", text).strip("\n")
        if text.strip():
            longest = max(map(len, re.findall("`+", text)), default=0)
            fence = "`" * max(3, longest + 1)
            self._block(f"{fence}\n{text}\n{fence}")

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A table, whose first row is taken for its head; empty rows are left out."""
        kept = [row for row in rows if any(cell.strip() for cell in row)]
        if not kept:
            return
        columns = max(map(len, kept))
        lines = [_row(row, columns) for row in kept]
        self._block("\n".join([lines[0], "|" + " --- |" * columns, *lines[1:]]))

    def grid(self, cells: Iterable[Sequence[Cell]]) -> None:
        """A table whose cells may span others; rows above its heads name it."""
        rows = [row for row in cells if any(cell.text.strip() for cell in row)]
        while len(rows) > 2 and len(rows[0]) == 1 and len(rows[1]) > 1:
            self.paragraph(rows.pop(0)[0].text)
        self.table(table_rows(rows))

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Read a part of the file: what fails there costs that part, and is named."""
        try:
            yield
        except MemoryError:
            raise
        except Exception as error:  # whatever a library raises for a part
            detail = " ".join(f"{type(error).__name__}: {error}".split())[:120]
            self.add_problems([f"{name} was left out: it cannot be read ({detail})"])

    def extracted(self, title: str = "", problems: Sequence[str] = ()) -> Extracted:
        """The text that was written."""
        notes = [*problems, *self._problems]
        if self._is_full:
            notes.append(f"only the first {MAX_CHARS:,} characters were read")
        title = given_title(_DROPPED.sub("", title))
        front = front_matter_of(self._properties)
        text = front + "".join(self._parts)
        anchors = tuple(
            replace(anchor, start=anchor.start + len(front))
            for anchor in self._anchors
            if anchor.start < self._length
        )
        return Extracted(text, anchors, title, tuple(notes))

    def _block(self, block: str) -> None:
        if self._length + len(block) > MAX_CHARS:
            self._is_full = True
        if block and not self._is_full:
            self._parts.append(f"{block}\n\n")
            self._length += len(block) + 2


def _row(cells: Sequence[str], columns: int) -> str:
    filled = [*cells, *[""] * (min(columns, _MAX_PADDED) - len(cells))]
    return "| " + " | ".join(escape_inline(" ".join(c.split())) for c in filled) + " |"
