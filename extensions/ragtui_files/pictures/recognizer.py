"""Recognises the text of a picture by RapidOCR, on one core, without a connection.

The models, PP-OCRv6, are files of its package, and named here: it would download
others. It imports OpenCV, so it runs only in a process of its own.
"""

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtui_core import UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, escape_line
from ragtui_files.pictures.reading_order import (
    Row,
    TextBox,
    rows_in_order,
)
from ragtui_files.pictures.recognition import LINES, SIZE, Picture

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_DETECTED_SIDE = 2_000
"""Pixels of the longer side when lines are looked for; text of 8 points on a page of
A4 is readable then, and a line takes the same time at any size."""

_DETECTION, _RECOGNITION = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"


def recognized(picture: Picture) -> Extracted:
    """The text of a picture, with the place of each line; no text if it shows none.

    Raises:
        UnreadableFile: It cannot be recognised.
    """
    rows = rows_in_order(_boxes(picture.image))
    wide = picture.size[0] / picture.image.width
    high = picture.size[1] / picture.image.height
    return _text(rows, picture.size, (wide, high))


def _boxes(image: "Image") -> list[TextBox]:
    import numpy as np

    image = image.copy()
    original = image.size
    image.thumbnail((MAX_DETECTED_SIDE, MAX_DETECTED_SIDE))
    scale = original[0] / image.width
    pixels = np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])
    if pixels.min() == pixels.max():
        return []  # an empty page
    found = _engine()(pixels)
    if found.txts is None:
        return []
    boxes: list[list[list[float]]] = found.boxes.tolist()
    return [
        TextBox(" ".join(text.split()), [(x * scale, y * scale) for x, y in corners])
        for text, corners in zip(found.txts, boxes, strict=True)
    ]


@cache
def _engine() -> Any:
    try:
        import rapidocr
    except ImportError as error:
        raise UnreadableFile(f"text recognition is not installed: {error}") from error
    models = Path(rapidocr.__file__).parent / "models"
    one = "EngineConfig.onnxruntime."
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            # It takes some long lines for upside down, and makes nonsense of them.
            "Global.use_cls": False,
            f"{one}intra_op_num_threads": 1,
            f"{one}inter_op_num_threads": 1,
            "Det.model_path": os.fspath(models / _DETECTION),
            "Rec.model_path": os.fspath(models / _RECOGNITION),
        }
    )


def _text(
    rows: list[Row], size: tuple[float, float], scale: tuple[float, float]
) -> Extracted:
    """The rows as paragraphs, one line each, with their places."""
    writer, lines = CanonicalWriter(), list[list[float]]()
    paragraph = list[Row]()
    for row in [*rows, None]:
        if row is None or (row.begins and paragraph):
            start = writer.position
            writer.paragraph("\n".join(line.text for line in paragraph))
            lines += (
                _positions(paragraph, start, scale) if writer.position > start else []
            )
            paragraph = []
        if row is not None and escape_line(row.text).strip():
            paragraph.append(row)
    found = writer.extracted()
    return Extracted(
        found.text, problems=found.problems, details={SIZE: size, LINES: lines}
    )


def _positions(
    rows: list[Row], start: int, scale: tuple[float, float]
) -> list[list[float]]:
    """Start and end of each row in the text, and its box in the unit of the size."""
    positions = list[list[float]]()
    for row in rows:
        end = start + len(escape_line(row.text))
        box = (round(at * scale[side % 2], 1) for side, at in enumerate(row.box))
        positions.append([start, end, *box])
        start = end + 1
    return positions
