"""Pictures: photographs and scans of text, one or, in TIFF files, several."""

import io
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ragtui_core import Location, LocationKind, UnreadableFile
from ragtui_core.documents import CREATED, Extracted, OwnExtractor
from ragtui_files.pictures.recognition import (
    Picture,
    ScannedPage,
    scanned_details,
)

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 120_000_000
"""Pixels of a picture that is read; the largest sensors of phones have 108 million, 0.5
GB when decoded."""

MAX_PICTURES = 5_000
"""Pictures of a file."""

_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "GIF", "BMP")
"""What is read, whatever the file's name says."""

_TIME = 0x0132
"""The tag of Exif for the time of a picture: `2026:03:01 10:00:00`."""


class PictureExtractor(OwnExtractor, kind="image"):
    """Names the pictures of a file, whose texts are recognised later."""

    def extract(self, data: bytes) -> Extracted:
        """No text, but the pictures; only the head of each is read."""
        with _opened(data) as image:
            created = str(image.getexif().get(_TIME, ""))[:10].replace(":", "-")
            details = scanned_details(list(_pictures(image)))
        return Extracted("", details={CREATED: created} | details)

    def picture(self, data: bytes, number: int) -> Picture:
        """The picture `number`, from 1, upright, in front of white.

        Raises:
            UnreadableFile: It is too large or damaged.
        """
        from PIL import Image, ImageOps

        with _opened(data) as image:
            image.seek(number - 1)
            _check_size(image)
            image.load()
            upright = ImageOps.exif_transpose(image)
            if upright.mode.startswith("I"):  # 16 bits, whose conversion would clip
                upright = upright.point(lambda value: value / 256).convert("L")
            colours = upright.convert("RGBA")
            page = Image.new("RGBA", colours.size, "white")
            page.alpha_composite(colours)
            return Picture(page.convert("RGB"), page.size)


@contextmanager
def _opened(data: bytes) -> Iterator["Image"]:
    """A picture, of which the head was read.

    Raises:
        UnreadableFile: It is too large, damaged or of another kind.
    """
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # the limit below has a clearer message
    formats: tuple[str, ...] = _FORMATS
    with suppress(ImportError):  # HEIC files are refused then
        from pillow_heif import register_heif_opener

        register_heif_opener()
        formats = (*_FORMATS, "HEIF")
    try:
        with Image.open(io.BytesIO(data), formats=formats) as image:
            _check_size(image)
            yield image
    except UnidentifiedImageError as error:
        raise UnreadableFile("not a picture of a known kind, or damaged") from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        detail = " ".join(str(error).split())[:100]
        raise UnreadableFile(f"a damaged picture: {detail}") from error


def _check_size(image: "Image") -> None:
    pixels = image.width * image.height
    if pixels > MAX_PIXELS:
        raise UnreadableFile(
            f"{pixels / 1e6:,.0f} megapixels; pictures are read up to "
            f"{MAX_PIXELS / 1e6:.0f}"
        )


def _pictures(image: "Image") -> Iterator[ScannedPage]:
    """The pages of a TIFF file; else one picture: the first one, if it is animated."""
    count = int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1
    if count == 1:
        yield 0, Location(LocationKind.IMAGE, "picture", 1)
        return
    for number in range(1, min(count, MAX_PICTURES) + 1):
        yield 0, Location(LocationKind.SCAN, str(number), number)
