"""A picture of a file, or a page, drawn small enough to show, with places marked."""

import base64
import io
from collections.abc import Sequence

from ragtui_core.documents import Extracted
from ragtui_files.pictures.recognition import PNG, Picture

MAX_SHOWN_SIDE = 1_600
"""Pixels of the longer side."""

_MARK, _WIDTH = (255, 170, 0), 3
"""The colour of a frame, and its width in pixels."""

Box = Sequence[float]
"""Left, top, right and bottom, in the unit of the picture's size."""


def drawn(picture: Picture, boxes: Sequence[Box]) -> Extracted:
    """The picture as a PNG file, with a frame around each box."""
    from PIL import ImageDraw

    image = picture.image.copy()
    image.thumbnail((MAX_SHOWN_SIDE, MAX_SHOWN_SIDE))
    scale = [image.width / picture.size[0], image.height / picture.size[1]]
    draw = ImageDraw.Draw(image)
    for box in boxes:
        left, top, right, bottom = (at * scale[n % 2] for n, at in enumerate(box))
        frame = (left - _WIDTH, top - _WIDTH, right + _WIDTH, bottom + _WIDTH)
        draw.rectangle(frame, outline=_MARK, width=_WIDTH)
    file = io.BytesIO()
    image.save(file, "PNG")
    return Extracted("", details={PNG: base64.b64encode(file.getvalue()).decode()})
