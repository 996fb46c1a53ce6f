"""Our own kinds of files, whose extractors need not be imported for what is here."""

from functools import cache
from typing import NamedTuple


class OwnKind(NamedTuple):
    """A kind of file that an extractor of ours reads."""

    endings: tuple[str, ...]
    """The endings of file names, in lower case."""
    version: str
    """To be changed with the text that its extractor makes of a file."""
    libraries: tuple[str, ...] = ()
    """Packages whose new versions may make another text of a file."""


OWN_KINDS = {
    "text": OwnKind((".txt", ".text"), "3"),
    "html": OwnKind((".html", ".htm", ".xhtml"), "9", ("selectolax",)),
    "pdf": OwnKind((".pdf",), "10", ("pypdfium2",)),
    "docx": OwnKind((".docx",), "9", ("mammoth", "selectolax")),
    "pptx": OwnKind((".pptx",), "6", ("python-pptx",)),
    "xlsx": OwnKind((".xlsx", ".xlsm"), "8"),
    "rtf": OwnKind((".rtf",), "5", ("striprtf",)),
    "epub": OwnKind((".epub",), "7", ("selectolax",)),
    "notebook": OwnKind((".ipynb",), "6"),
    "values": OwnKind((".csv", ".tsv"), "5"),
    "odf": OwnKind((".odt", ".ods", ".odp"), "4"),
    "markup": OwnKind((".org", ".rst", ".adoc", ".asciidoc"), "7"),
    "subtitles": OwnKind((".vtt", ".srt"), "2"),
    "calendar": OwnKind((".ics",), "4"),
    "contacts": OwnKind((".vcf",), "3"),
    "canvas": OwnKind((".canvas",), "3"),
    "image": OwnKind(
        (".png", ".jpg", ".jpeg", ".webp", ".heic", ".heif", ".tif", ".tiff"), "1"
    ),
    "mail": OwnKind(
        (".eml", ".emlx", ".mbox", ".mbx", ".msg"), "16", ("selectolax", "python-oxmsg")
    ),
    "conversations": OwnKind((), "2"),
}
"""By name. Those of Markdown, which a loader reads, are in `index.extensions`;
exports of conversations are told by their content."""

OWN_ENDINGS = {name: kind.endings for name, kind in OWN_KINDS.items()}
"""The endings of each kind."""


def own_version(kind: str) -> str:
    """The version of our extractor of a kind: `1+pypdfium2-5.15.2`."""
    own = OWN_KINDS[kind]
    return "+".join((own.version, *map(_library_version, own.libraries)))


@cache
def _library_version(package: str) -> str:
    """`pypdfium2-5.15.2`; without a number if it is not installed."""
    # Imported here: 16 ms, which only files that are not Markdown need.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{package}-{version(package)}"
    except PackageNotFoundError:
        return package
