"""Recognises the pictures of a file one by one, and keeps their texts in the cache.

By the file's content: a file that is renamed, or read again, is not recognised again.
"""

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from ragtui_core import LocationKind, StorageError, UnreadableFile
from ragtui_core.documents import (
    RECOGNITION,
    RECOGNITION_VERSION,
    RECOGNIZED,
    WAITING,
    Extracted,
    ExtractionCache,
    ExtractionProcess,
    RecognizedFile,
)
from ragtui_core.text import counted
from ragtui_files.pictures.drawn_picture import Box
from ragtui_files.pictures.recognition import (
    PNG,
    ScannedPage,
    scanned_pages,
    with_recognized,
)

WAITS = "scanned, and not recognised (OCR) yet"


def recognized_file(
    found: Extracted, folder: Path | None, data: bytes
) -> RecognizedFile:
    """The text of a file with what was recognised; this recognises nothing.

    Args:
        found: What was extracted from the file.
        folder: The folder of the cache; None is none.
        data: The file's content.
    """
    scanned = scanned_pages(found)
    if not scanned:
        return RecognizedFile(found)
    known = PictureTexts(folder, data).known(scanned) if folder else {}
    if left := [page for _, page in scanned if page.number not in known]:
        if left[0].kind is LocationKind.SCAN:
            sentence = f"{counted(len(left), 'page')} without text: {WAITS}"
            found = replace(found, problems=(*found.problems, sentence))
        return RecognizedFile(found, suffix=WAITING)
    return RecognizedFile(*with_recognized(found, known), RECOGNIZED)


class PictureTexts:
    """The texts of the pictures of one file."""

    def __init__(self, folder: Path, data: bytes) -> None:
        """Keep them in `folder`, by the content of the file."""
        self._cache = ExtractionCache(folder)
        self._data = data

    def known(self, pages: Sequence[ScannedPage]) -> dict[int, Extracted | str]:
        """What was recognised, or why a picture was not, by its number."""
        texts = {page.number: self._known(page.number) for _, page in pages}
        return {number: text for number, text in texts.items() if text is not None}

    def recognize(self, kind: str, pages: Sequence[ScannedPage]) -> Iterator[None]:
        """Recognise the others, one each step.

        Raises:
            StorageError: A text cannot be kept, so it would be recognised again.
        """
        for _, page in pages:
            if self._known(page.number) is not None:
                continue
            try:
                found: Extracted | str = _process().extract(
                    f"{kind} {page.number}", self._data
                )
            except UnreadableFile as error:
                found = str(error)
            self._cache.put(self._data, _encoding(page.number), found)
            if self._known(page.number) is None:
                raise StorageError("the text of a picture cannot be written")
            yield

    def _known(self, number: int) -> Extracted | str | None:
        try:
            return self._cache.get(self._data, _encoding(number))
        except UnreadableFile as error:
            return str(error)


def picture_of(kind: str, data: bytes, number: int, boxes: Sequence[Box]) -> bytes:
    """A page or picture of a file as a PNG file, with a frame around each box.

    Raises:
        UnreadableFile: It cannot be drawn.
    """
    request = f"{kind} {number} {json.dumps([*map(list, boxes)])}"
    return b64decode(_drawing_process().extract(request, data).details[PNG])


def _encoding(number: int) -> str:
    """The name in the cache of the text of a picture, from 1."""
    return f"ocr/{RECOGNITION_VERSION}-{number}"


@cache
def _process() -> ExtractionProcess:
    """The process that recognises for this one; it ends when it is idle."""
    return ExtractionProcess(RECOGNITION)


@cache
def _drawing_process() -> ExtractionProcess:
    """A second process, so that a picture to show need not wait for recognition."""
    return ExtractionProcess(RECOGNITION)
