"""Files -> documents: decoding, front matter, Markdown structure, sentences."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.documents.decoding import decode
    from ragtui_core.documents.front_matter.fields import FIELD_KEYS, further_fields
    from ragtui_core.documents.loader import Loader
    from ragtui_core.documents.markdown.headings import (
        Heading,
        find_section,
        headings_of,
    )
    from ragtui_core.documents.markdown.link_extraction import (
        Link,
        LinkKind,
        Tag,
        links_of,
        tags_of,
    )
    from ragtui_core.documents.markdown.link_patterns import (
        WIKI_LINK,
        decode_target,
        is_external,
    )
    from ragtui_core.documents.parser import markdown_document

__all__ = [
    "FIELD_KEYS",
    "WIKI_LINK",
    "Heading",
    "Link",
    "LinkKind",
    "Loader",
    "Tag",
    "decode",
    "decode_target",
    "find_section",
    "further_fields",
    "headings_of",
    "is_external",
    "links_of",
    "markdown_document",
    "tags_of",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.documents.parser": ("markdown_document",),
        "ragtui_core.documents.loader": ("Loader",),
        "ragtui_core.documents.decoding": ("decode",),
        "ragtui_core.documents.front_matter.fields": (
            "FIELD_KEYS",
            "further_fields",
        ),
        "ragtui_core.documents.markdown.headings": (
            "Heading",
            "find_section",
            "headings_of",
        ),
        "ragtui_core.documents.markdown.link_extraction": (
            "Link",
            "LinkKind",
            "Tag",
            "links_of",
            "tags_of",
        ),
        "ragtui_core.documents.markdown.link_patterns": (
            "WIKI_LINK",
            "decode_target",
            "is_external",
        ),
    },
)
