"""Files -> documents: decoding, front matter, Markdown structure, sentences."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.documents.decoding import decode
    from ragtui_core.documents.extraction.extracted import Extracted, Extractor
    from ragtui_core.documents.front_matter.fields import (
        FIELD_KEYS,
        front_matter_problems,
        further_fields,
    )
    from ragtui_core.documents.kinds import OWN_ENDINGS
    from ragtui_core.documents.loader import Loader
    from ragtui_core.documents.markdown.block_events import (
        BlockEvent,
        ContainerEnd,
        ContainerKind,
        ContainerStart,
        TextLeaf,
        ThematicBreak,
        block_events,
    )
    from ragtui_core.documents.markdown.edited_links import (
        LinkScans,
        MovedLinks,
        moved,
    )
    from ragtui_core.documents.markdown.footnotes import Footnote, footnotes_of
    from ragtui_core.documents.markdown.headings import (
        Heading,
        find_section,
        headings_of,
    )
    from ragtui_core.documents.markdown.inline_text import InlineText, Mark, MarkKind
    from ragtui_core.documents.markdown.link_extraction import (
        Link,
        LinkKind,
        Tag,
        block_named,
        blocks_of,
        is_literal,
        links_of,
        named_places,
        tags_of,
    )
    from ragtui_core.documents.markdown.link_patterns import decode_target, is_external
    from ragtui_core.documents.markdown.literals import without_escapes
    from ragtui_core.documents.markdown.parser_events import ParserPanic
    from ragtui_core.documents.markdown.table_of_contents import (
        ContentsEdit,
        anchors_of,
        contents_edit,
    )
    from ragtui_core.documents.parser import markdown_document
    from ragtui_core.documents.parts import DocumentPart, document_part

__all__ = [
    "FIELD_KEYS",
    "OWN_ENDINGS",
    "BlockEvent",
    "ContainerEnd",
    "ContainerKind",
    "ContainerStart",
    "ContentsEdit",
    "DocumentPart",
    "Extracted",
    "Extractor",
    "Footnote",
    "Heading",
    "InlineText",
    "Link",
    "LinkKind",
    "LinkScans",
    "Loader",
    "Mark",
    "MarkKind",
    "MovedLinks",
    "ParserPanic",
    "Tag",
    "TextLeaf",
    "ThematicBreak",
    "anchors_of",
    "block_events",
    "block_named",
    "blocks_of",
    "contents_edit",
    "decode",
    "decode_target",
    "document_part",
    "find_section",
    "footnotes_of",
    "front_matter_problems",
    "further_fields",
    "headings_of",
    "is_external",
    "is_literal",
    "links_of",
    "markdown_document",
    "moved",
    "named_places",
    "tags_of",
    "without_escapes",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.documents.decoding": ("decode",),
        "ragtui_core.documents.extraction.extracted": ("Extractor", "Extracted"),
        "ragtui_core.documents.front_matter.fields": (
            "FIELD_KEYS",
            "front_matter_problems",
            "further_fields",
        ),
        "ragtui_core.documents.kinds": ("OWN_ENDINGS",),
        "ragtui_core.documents.loader": ("Loader",),
        "ragtui_core.documents.markdown.block_events": (
            "BlockEvent",
            "ContainerEnd",
            "ContainerKind",
            "ContainerStart",
            "TextLeaf",
            "ThematicBreak",
            "block_events",
        ),
        "ragtui_core.documents.markdown.edited_links": (
            "LinkScans",
            "MovedLinks",
            "moved",
        ),
        "ragtui_core.documents.markdown.headings": (
            "Heading",
            "find_section",
            "headings_of",
        ),
        "ragtui_core.documents.markdown.inline_text": (
            "InlineText",
            "Mark",
            "MarkKind",
        ),
        "ragtui_core.documents.markdown.link_extraction": (
            "Link",
            "LinkKind",
            "Tag",
            "block_named",
            "blocks_of",
            "is_literal",
            "links_of",
            "named_places",
            "tags_of",
        ),
        "ragtui_core.documents.markdown.link_patterns": (
            "decode_target",
            "is_external",
        ),
        "ragtui_core.documents.markdown.literals": ("without_escapes",),
        "ragtui_core.documents.markdown.parser_events": ("ParserPanic",),
        "ragtui_core.documents.markdown.footnotes": (
            "Footnote",
            "footnotes_of",
        ),
        "ragtui_core.documents.markdown.table_of_contents": (
            "ContentsEdit",
            "anchors_of",
            "contents_edit",
        ),
        "ragtui_core.documents.parser": ("markdown_document",),
        "ragtui_core.documents.parts": ("DocumentPart", "document_part"),
    },
)
