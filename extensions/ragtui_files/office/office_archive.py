"""Office files are zip archives: what they unpack to is checked before unpacking."""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from xml.etree import ElementTree as ET
from xml.parsers.expat import ExpatError

from ragtui_core import UnreadableFile
from ragtui_core.documents import CREATED, Extracted, creation_day

MAX_MEMBERS = 10_000
MAX_UNPACKED = 400_000_000
"""Bytes that an archive may unpack to."""
SMALL_UNPACKED = 50_000_000
MAX_RATIO = 200
"""Ratio of unpacked to packed bytes of an archive that unpacks to more than
`SMALL_UNPACKED`; text in office files is compressed to a tenth at most."""

_PROPERTIES = "docProps/core.xml"
_CREATED = re.compile(rb"<dcterms:created[^>]*>([^<]{4,40})<")
_MAX_PROPERTIES = 100_000
"""Bytes of the properties of a file that are read."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of an encrypted file, and of formats before 2007."""


@contextmanager
def readable_xml(kind: str) -> Iterator[None]:
    """Turn errors of XML parsers into a sentence about the file.

    Raises:
        UnreadableFile: The file's XML is damaged, or its entities expand to too much.
    """
    try:
        yield
    except (SyntaxError, ExpatError) as error:  # lxml's is a SyntaxError
        if "amplification" in str(error):
            raise UnreadableFile("its XML entities would expand to too much") from error
        raise UnreadableFile(f"a damaged {kind} file: {error}") from error


def relations(xml: bytes, folder: str) -> dict[str, tuple[str, str]]:
    """What a part of a folder refers to, by identifier, from the XML of its relations.

    The last word of the type of each, and the name of the part in the archive.
    """
    return {
        relation.get("Id", ""): (
            relation.get("Type", "").rpartition("/")[2],
            posixpath.normpath(
                posixpath.join("/", folder, relation.get("Target", ""))
            ).lstrip("/"),
        )
        for relation in ET.fromstring(xml or b"<none/>")
    }


def with_creation(found: Extracted, data: bytes) -> Extracted:
    """The text of an Office file, with the day when its properties say it was made."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if _PROPERTIES not in archive.namelist():
            return found
        try:
            with archive.open(_PROPERTIES) as part:
                match = _CREATED.search(part.read(_MAX_PROPERTIES))
        except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError):
            return found
    created = creation_day(match[1].decode("ascii", "replace")) if match else ""
    return replace(found, details={CREATED: created})


def check_archive(data: bytes, part: str, kind: str) -> None:
    """Check that `data` is an archive with `part`, and unpacks to a bounded size.

    Raises:
        UnreadableFile: It is not, or does not.
    """
    if data.startswith(_OLE):
        raise UnreadableFile("protected by a password, or of a format before 2007")
    if data.lstrip()[:5] == b"%PDF-":
        raise UnreadableFile(f"a PDF file by its content, not a {kind} file: rename it")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (
        zipfile.BadZipFile,
        ValueError,
        OverflowError,
        NotImplementedError,
    ) as error:
        raise UnreadableFile(f"not a {kind} file, or a damaged one: {error}") from error
    if part not in {member.filename for member in members}:
        raise UnreadableFile(f"not a {kind} file: it has no {part}")
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members) or 1
    is_bomb = unpacked > SMALL_UNPACKED and unpacked / packed > MAX_RATIO
    if len(members) > MAX_MEMBERS or unpacked > MAX_UNPACKED or is_bomb:
        sizes = f"{unpacked / 1e6:,.0f} MB from {packed / 1e6:,.1f} MB"
        raise UnreadableFile(f"would unpack to {sizes} in {len(members):,} parts")
