"""Pictures of text, drawn when a test needs them."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec

import pytest
from PIL import Image, ImageDraw, ImageFont

from ragtui_core.documents import text_recognition
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.errors import UnreadableFile
from ragtui_files.pictures import picture_texts
from ragtui_files.pictures.recognition import LINES, SIZE


def drawn(lines: Sequence[str], width: int = 900, size: int = 28) -> Image.Image:
    """A white page with lines of text."""
    image = Image.new("RGB", (width, 80 + 2 * size * len(lines)), "white")
    font, draw = ImageFont.load_default(size), ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((40, 40 + 2 * size * number), line, font=font, fill="black")
    return image


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    """A picture as a file of a format of Pillow, such as `PNG` or `PDF`."""
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


class FakeRecognition:
    """Recognises nothing, but says of each picture what a test wants it to."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Say, for a request such as `pdf 2`, these words; else `Words.`"""
        self.texts = texts
        self.requests: list[str] = []

    def extract(self, kind: str, data: bytes) -> Extracted:
        """What is recognised; `data` matters not."""
        self.requests.append(kind)
        text = self.texts.get(kind, "Words.")
        if text.startswith("!"):
            raise UnreadableFile(text[1:])
        lines = [[0, len(text), 10.0, 20.0, 90.0, 40.0]] if text else []
        details = {SIZE: (100.0, 200.0), LINES: lines}
        return Extracted(f"{text}\n\n" if text else "", details=details)


@contextmanager
def installed(*, is_installed: bool) -> Iterator[None]:
    """Text recognition as if it were installed, or not."""
    spec = ModuleSpec("rapidocr", None) if is_installed else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_recognition, "find_spec", lambda _: spec)
        text_recognition.is_installed.cache_clear()
        yield
    text_recognition.is_installed.cache_clear()


@contextmanager
def recognizing(
    texts: Mapping[str, str] = {},
) -> Iterator[FakeRecognition]:  # never changed
    """Text recognition that is installed, and gives `texts`."""
    fake = FakeRecognition(texts or {})
    with installed(is_installed=True), pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture_texts, "_process", lambda: fake)
        yield fake
