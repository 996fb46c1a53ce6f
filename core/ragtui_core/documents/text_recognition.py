"""Whether text recognition (OCR) is installed, and how documents say that they need it.

Apart from what recognises, which imports more.
"""

from functools import cache
from importlib.util import find_spec

RECOGNITION_VERSION = "1"
"""To be changed with the text that is made of a picture. The library's version is not
part of it: a new one shall not recognise thousands of pictures again."""

RECOGNIZED, WAITING = f"+ocr-{RECOGNITION_VERSION}", "+waiting"
"""Ends the encoding of a text with recognised pages, and of one whose pages wait."""

HOW_TO_INSTALL = "pip install 'ragtui[ocr]'"


@cache
def is_installed() -> bool:
    """Whether what recognises texts is installed; imports nothing."""
    return find_spec("rapidocr") is not None
