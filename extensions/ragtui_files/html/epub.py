"""Books in EPUB format: their pages in reading order, read as HTML."""

import io
import posixpath
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from ragtui_core import UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor
from ragtui_files.html.html import decoded_html, write_html
from ragtui_files.office.office_archive import (
    check_archive,
    readable_xml,
)

CONTAINER = "META-INF/container.xml"
_PAGES = {"application/xhtml+xml", "text/html"}
_TITLE = "{http://purl.org/dc/elements/1.1/}title"


class EpubExtractor(OwnExtractor, kind="epub"):
    """Extracts books; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The text of the pages that the book's spine lists."""
        check_archive(data, CONTAINER, "EPUB")
        writer, problems = CanonicalWriter(), list[str]()
        with zipfile.ZipFile(io.BytesIO(data)) as archive, readable_xml("EPUB"):
            package, folder = _package(archive)
            for name in _spine(package, folder):
                page = _part(archive, name)
                if page is None:
                    problems.append(f"its page {name} cannot be read")
                    continue
                with writer.part(f"its page {name}"):
                    write_html(decoded_html(page)[0], writer)
        title = package.findtext(f".//{_TITLE}") or ""
        found = writer.extracted(title, problems)
        if not found.text:
            raise UnreadableFile(": ".join(["no text", *found.problems[:1]]))
        return found


def _part(archive: zipfile.ZipFile, name: str) -> bytes | None:
    try:
        return archive.read(name)
    except (KeyError, RuntimeError, zipfile.BadZipFile):
        return None


def _package(archive: zipfile.ZipFile) -> tuple[ET.Element, str]:
    """The description of the book, and the folder that its paths start from."""
    container = ET.fromstring(archive.read(CONTAINER))
    found = container.find(".//{*}rootfile")
    path = found.get("full-path", "") if found is not None else ""
    package = _part(archive, path)
    if package is None:
        raise UnreadableFile(f"not an EPUB file: it has no {path!r}")
    return ET.fromstring(package), posixpath.dirname(path)


def _spine(package: ET.Element, folder: str) -> Iterator[str]:
    """The names of the pages, in reading order."""
    items = {
        item.get("id"): item.get("href", "")
        for item in package.iterfind(".//{*}manifest/{*}item")
        if item.get("media-type") in _PAGES
    }
    for item in package.iterfind(".//{*}spine/{*}itemref"):
        if href := items.get(item.get("idref")):
            path = unquote(href.split("#")[0])
            yield posixpath.normpath(posixpath.join(folder, path))
