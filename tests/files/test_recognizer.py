"""Real text recognition, of pictures that are drawn here."""

import pytest
from PIL import ImageFilter

from ragtui_core import Vault, Verdict
from ragtui_core.documents.extraction.process import RECOGNITION, ExtractionProcess
from ragtui_files.pictures.recognition import LINES, SIZE
from support.pictures import drawn, saved
from support.vaults import MakeVault

pytest.importorskip("rapidocr", exc_type=ImportError)
pytestmark = pytest.mark.ocr

LINES_OF_TEXT = ["The valve opens at 3.5 bar.", "Size above 40 C, third floor."]


@pytest.fixture(scope="module")
def process() -> ExtractionProcess:
    return ExtractionProcess(RECOGNITION)


def test_a_line_is_recognised_at_its_place(process: ExtractionProcess) -> None:
    found = process.extract("image 1", saved(drawn(LINES_OF_TEXT), "PNG"))
    assert found.text.split() == " ".join(LINES_OF_TEXT).split()
    assert found.details[SIZE] == [900, 192]
    (start, end, left, top, right, bottom), _ = found.details[LINES]
    assert found.text[start:end] == LINES_OF_TEXT[0]
    assert 30 <= left <= 50
    assert 30 <= top <= 50
    assert 60 <= bottom <= 90
    assert 350 <= right <= 450


def test_a_page_has_boxes_in_points(process: ExtractionProcess) -> None:
    data = saved(drawn(LINES_OF_TEXT), "PDF", resolution=144)
    found = process.extract("pdf 1", data)
    assert found.details[SIZE] == pytest.approx((450, 96), abs=1)
    assert found.details[LINES][0][2] == pytest.approx(20, abs=5)


def test_a_blurred_page_that_is_askew_is_read(process: ExtractionProcess) -> None:
    image = drawn(LINES_OF_TEXT * 3).rotate(3, expand=True, fillcolor="white")
    image = image.filter(ImageFilter.GaussianBlur(1))
    found = process.extract("image 1", saved(image, "JPEG", quality=60))
    assert found.text.split("\n")[0] == LINES_OF_TEXT[0]


def test_an_empty_picture_has_no_text(process: ExtractionProcess) -> None:
    assert process.extract("image 1", saved(drawn([]), "PNG")).text == ""


def test_a_scan_is_found_and_its_words_are_verified(make_vault: MakeVault) -> None:
    vault: Vault = make_vault(
        {
            "scan.pdf": saved(drawn(LINES_OF_TEXT), "PDF"),
            "photo.jpg": saved(drawn(["The heron sleeps by day."]), "JPEG"),
            "note.md": "Herons and valves.",
        }
    )
    assert vault.index().pending == 0
    hit = vault.search("at which pressure does the valve open").hits[0]
    assert (hit.path, str(hit.location)) == ("scan.pdf", "p. 1 (OCR)")
    (found,) = vault.quotations.verify_all('"The heron sleeps by day." (photo.jpg)')
    assert found.verdict is Verdict.EXACT
    assert str(found.location) == "picture (OCR)"
