"""What files say about their words survives extraction: struck, deleted, hidden."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtui_core.citations.verification import check, locate
from ragtui_core.documents.extraction.docx import DocxExtractor
from ragtui_core.documents.extraction.epub import EpubExtractor
from ragtui_core.documents.extraction.html import HtmlExtractor
from ragtui_core.documents.extraction.pptx import PptxExtractor
from ragtui_core.documents.extraction.rtf import RtfExtractor
from ragtui_core.documents.extraction.xlsx import XlsxExtractor
from ragtui_core.documents.mail.extractor import MailExtractor
from ragtui_core.documents.markdown.block_events import TextLeaf, block_events
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.documents.parser import markdown_document
from ragtui_core.types import Document, Span
from support.withdrawing_files import POSITIONS, Case, cases, with_position

EXTRACTORS = {
    "html": HtmlExtractor(),
    "mail": MailExtractor(),
    "epub": EpubExtractor(),
    "docx": DocxExtractor(),
    "rtf": RtfExtractor(),
    "pptx": PptxExtractor(),
    "xlsx": XlsxExtractor(),
}
SIGNS = "$€.,()~*_-#&'|\\:;!?+"


def texts(letters: str) -> st.SearchStrategy[str]:
    """Texts of words with signs, but `~~`, with which people strike through."""
    words = st.text(letters + SIGNS, min_size=1, max_size=6)
    return st.lists(words, min_size=1, max_size=3).map(
        lambda found: " ".join([*found, letters * 2]).replace("~~", "~")
    )


FIRST, MIDDLE, LAST = texts("abcde"), texts("fghij789"), texts("klmno")


def document_of(case: Case, first: str, middle: str, last: str) -> Document:
    found = EXTRACTORS[case.kind].extract(case.file(first, middle, last))
    return markdown_document(f"a.{case.kind}", found.text)


def displayed(document: Document) -> tuple[str, str]:
    """All texts that are displayed, and those that are struck through."""
    shown, struck = "", ""
    for event in block_events(document.text):
        for text in event.texts if isinstance(event, TextLeaf) else ():
            shown += text.text
            for mark in text.marks:
                if mark.kind is MarkKind.STRUCK:
                    struck += text.text[mark.start : mark.end]
    return without_space(shown), without_space(struck)


def without_space(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize(
    "case", cases(), ids=lambda case: f"{case.kind} {case.template}"
)
@settings(max_examples=150)
@given(position=st.sampled_from(POSITIONS), first=FIRST, middle=MIDDLE, last=LAST)
def test_struck_words_are_struck_and_hidden_ones_are_left_out(
    case: Case, position: str, first: str, middle: str, last: str
) -> None:
    if case.template.startswith("<!--"):
        middle = re.sub("[->!]", "", middle)
    case = with_position(case, position)
    document = document_of(case, first, middle, last)
    shown, struck = displayed(document)
    kept = without_space(first), without_space(last)
    assert all(text in shown for text in kept)
    assert struck == (without_space(middle) if case.effect == "struck" else "")
    assert (without_space(middle) in shown) == (case.effect != "hidden")
    whole = Span(0, len(document.text))
    for quote in (middle, f"{first} {middle}", f"{middle} {last}"):
        if case.effect != "kept":
            assert not check(quote, whole, document).verdict.verified
            assert not locate(quote, document).verdict.verified
