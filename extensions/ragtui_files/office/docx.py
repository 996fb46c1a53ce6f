"""Word files, turned into HTML by mammoth: headings, lists, tables, footnotes."""

import io
import zipfile

from ragtui_core.documents import Extracted, OwnExtractor
from ragtui_files.html.html import extract_html
from ragtui_files.office.docx_numbers import W
from ragtui_files.office.docx_texts import DOCUMENT, add_texts
from ragtui_files.office.office_archive import (
    check_archive,
    readable_xml,
    with_creation,
)

_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
"""The namespace of the strict form of the format."""


class DocxExtractor(OwnExtractor, kind="docx"):
    """Extracts Word files; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The text of a Word file, without images; nothing outside it is read."""
        check_archive(data, DOCUMENT, "DOCX")
        import mammoth

        with readable_xml("DOCX"):
            parts = _parts(data)
            problems = add_texts(parts)
            made = mammoth.convert_to_html(
                io.BytesIO(_archive(parts)),
                convert_image=mammoth.images.img_element(lambda image: {}),
                external_file_access=False,
                style_map="p[style-name='Title'] => h1:fresh\nu => strong",
            )
        page = f"<html><body>{made.value}</body></html>"
        found = extract_html(page, tuple(problems))
        return with_creation(found, data)


def _parts(data: bytes) -> dict[str, bytes]:
    """The XML of a Word file by name, in the usual form; media are left out."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            name: archive.read(name).replace(_STRICT, W[1:-1].encode())
            for name in archive.namelist()
            if name.endswith((".xml", ".rels", "/style-map"))
        }


def _archive(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()
