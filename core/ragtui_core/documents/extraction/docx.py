"""Word files, turned into HTML by mammoth: headings, lists, tables, footnotes."""

import io

from ragtui_core.documents.extraction.docx_marks import with_marks
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.html import extract_html
from ragtui_core.documents.extraction.office_archive import (
    check_archive,
    readable_xml,
    with_creation,
)
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version


class DocxExtractor:
    """Extracts Word files; see `Extractor`."""

    endings = OWN_ENDINGS["docx"]

    @property
    def version(self) -> str:
        """Our version and those of the libraries."""
        return own_version("docx")

    def extract(self, data: bytes) -> Extracted:
        """The text of a Word file, without images; nothing outside it is read."""
        check_archive(data, "word/document.xml", "DOCX")
        import mammoth

        with readable_xml("DOCX"):
            marked, is_hiding = with_marks(data)
            made = mammoth.convert_to_html(
                io.BytesIO(marked),
                convert_image=mammoth.images.img_element(lambda image: {}),
                external_file_access=False,
            )
        problems = ("hidden text was left out",) if is_hiding else ()
        found = extract_html(f"<html><body>{made.value}</body></html>", problems)
        return with_creation(found, data)
