"""Notes made of everything that Markdown and front matter treat specially."""

import re

from hypothesis import strategies as st

from ragtui_core.documents.decoding import decode
from ragtui_core.documents.parser import parse_document
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import Document

_PIECES = [
    *("# ", "## ", "### H\n", "#\n", "- ", "* ", "1. ", "> ", "    ", "\t"),
    *("```", "~~~\n", "`", "---\n", "===\n", "***\n", "<!--", "-->", "<div>\n"),
    *("[a]: /b\n", "[^1]: x", "[[link]]", "![alt](u)", "| a | b |\n", "|---|---|\n"),
    *("\n", "\n\n", "\r\n", "\r", " ", "word", "Ends here. ", "e.g. ", "two words: "),
    *(
        "é",
        "漢字。",
        "한국어",
        "😀",
        "\ufeff",
        "\u2028",
        "\u200b",
        "\0",
        "\x0b",
        "\x1c",
    ),
    *("title: x\n", "tags: [a, b]\n", "'", '"', "&amp;", "\\", "{#id}", "longword" * 9),
]


def is_text(text: str) -> bool:
    """Whether a file with this text does not look binary."""
    try:
        decode(text.encode())
    except UnreadableFile:
        return False
    return True


NOTE_TEXTS = st.one_of(
    st.lists(st.sampled_from(_PIECES), max_size=60).map("".join),
    st.lists(st.sampled_from(_PIECES), max_size=30).map(
        lambda pieces: "---\ntitle: T\n---\n" + "".join(pieces)
    ),
    st.text(max_size=200),
).filter(is_text)
"""Texts of any kind, most of them full of Markdown's special characters."""

_WORDS = re.compile(r"\w+|[^\w\s]")


def count_words(text: str) -> int:
    """A token counter that needs no model: words and punctuation marks."""
    return len(_WORDS.findall(text))


def parse(text: str, path: str = "note.md") -> Document:
    """The document of a file with this text."""
    return parse_document(path, text.encode())


def outside_white_space(text: str, start: int, end: int) -> bool:
    """Whether anything but white space is from `start` to `end`."""
    return bool(text[start:end].strip())
