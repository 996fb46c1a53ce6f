"""Pictures: which are read, and what of them."""

import struct
import zlib

import pytest
from PIL import Image

from ragtui_core.errors import UnreadableFile
from ragtui_files.pictures.pictures import MAX_PIXELS, PictureExtractor
from ragtui_files.pictures.recognition import scanned_pages
from support.pictures import drawn, saved

IMAGE = drawn(["The valve opens at 3 bar."])


def png_of(width: int, height: int) -> bytes:
    """The head of a PNG file of this size, with hardly any data."""

    def part(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", data)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "TIFF"])
def test_a_picture_is_one_location(form: str) -> None:
    data = saved(IMAGE, form)
    found = PictureExtractor().extract(data)
    assert found.text == ""
    assert [str(page) for _, page in scanned_pages(found)] == ["picture (OCR)"]
    picture = PictureExtractor().picture(data, 1)
    assert (picture.size, picture.image.size) == (IMAGE.size, IMAGE.size)


def test_a_heic_picture_is_read() -> None:
    pillow_heif = pytest.importorskip("pillow_heif")
    pillow_heif.register_heif_opener()
    data = saved(IMAGE, "HEIF")
    assert scanned_pages(PictureExtractor().extract(data))
    assert PictureExtractor().picture(data, 1).size == IMAGE.size


def test_the_pages_of_a_tiff_are_pages() -> None:
    data = saved(IMAGE, "TIFF", save_all=True, append_images=[drawn(["Two."])])
    found = PictureExtractor().extract(data)
    names = [str(page) for _, page in scanned_pages(found)]
    assert names == ["p. 1 (OCR)", "p. 2 (OCR)"]
    assert PictureExtractor().picture(data, 2).size == drawn(["Two."]).size


@pytest.mark.parametrize("form", ["PNG", "WEBP", "GIF"])
def test_of_an_animation_the_first_picture_is_read(form: str) -> None:
    others = [drawn(["Two."]).resize(IMAGE.size), drawn(["Three."]).resize(IMAGE.size)]
    data = saved(IMAGE, form, save_all=True, append_images=others)
    assert len(scanned_pages(PictureExtractor().extract(data))) == 1
    assert PictureExtractor().picture(data, 1).size == IMAGE.size


def test_a_picture_is_turned_as_its_camera_says() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    turned[0x0132] = "2026:03:01 10:00:00"
    data = saved(IMAGE, "JPEG", exif=turned)
    assert PictureExtractor().extract(data).details["created"] == "2026-03-01"
    assert PictureExtractor().picture(data, 1).size == IMAGE.size[::-1]


def test_what_is_transparent_is_white() -> None:
    data = saved(Image.new("RGBA", (4, 4), (0, 0, 0, 0)), "PNG")
    assert PictureExtractor().picture(data, 1).image.getpixel((1, 1)) == (255,) * 3


def test_sixteen_bits_are_not_clipped() -> None:
    image = Image.new("I;16", (2, 1))
    image.putpixel((0, 0), 300)
    image.putpixel((1, 0), 65_000)
    pixels = PictureExtractor().picture(saved(image, "PNG"), 1).image
    assert [pixels.getpixel((at, 0)) for at in (0, 1)] == [(1,) * 3, (253,) * 3]


@pytest.mark.parametrize("size", [(25_000, 20_000), (1, MAX_PIXELS + 1)])
def test_a_huge_picture_is_refused_unread(size: tuple[int, int]) -> None:
    data = png_of(*size)
    for read in (
        PictureExtractor().extract,
        lambda d: PictureExtractor().picture(d, 1),
    ):
        with pytest.raises(UnreadableFile, match="megapixels; pictures are read up to"):
            read(data)


def test_a_file_that_ends_early_is_named() -> None:
    for form in ("PNG", "JPEG", "TIFF", "WEBP"):
        data = saved(drawn(["The valve."] * 5), form)
        with pytest.raises(UnreadableFile, match="damaged"):
            PictureExtractor().picture(data[: len(data) * 2 // 3], 1)


@pytest.mark.parametrize(
    "data", [b"\x89PNG", b"\xff\xd8\xff", b"II*\0", b"text", b"%PDF"]
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="damaged"):
        PictureExtractor().extract(data)


def test_a_picture_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnreadableFile):
        PictureExtractor().picture(saved(IMAGE, "TIFF"), 3)
