"""Public names of this package, each loaded at its first use."""

from ragtui_core.documents.dating import (
    creation_day as creation_day,
    is_clock_default as is_clock_default,
)
from ragtui_core.documents.decoding import (
    BYTE_ORDER_MARK as BYTE_ORDER_MARK,
    decode as decode,
    is_single_byte as is_single_byte,
)
from ragtui_core.documents.entries import (
    task_box as task_box,
)
from ragtui_core.documents.extraction.cache import (
    ExtractionCache as ExtractionCache,
)
from ragtui_core.documents.extraction.canonical_writer import (
    MAX_PROBLEMS as MAX_PROBLEMS,
    CanonicalWriter as CanonicalWriter,
    caption as caption,
    escape_line as escape_line,
    struck as struck,
)
from ragtui_core.documents.extraction.extracted import (
    CREATED as CREATED,
    SHIFTS as SHIFTS,
    Extracted as Extracted,
    Extractor as Extractor,
    OwnExtractor as OwnExtractor,
)
from ragtui_core.documents.extraction.process import (
    RECOGNITION as RECOGNITION,
    ExtractionProcess as ExtractionProcess,
)
from ragtui_core.documents.extraction.table_grid import (
    Cell as Cell,
    table_rows as table_rows,
)
from ragtui_core.documents.file_readers import (
    Entry as Entry,
    Mail as Mail,
    MailPart as MailPart,
    RecognizedFile as RecognizedFile,
)
from ragtui_core.documents.front_matter.fields import (
    further_fields as further_fields,
)
from ragtui_core.documents.loader import (
    Loader as Loader,
)
from ragtui_core.documents.mail_categories import (
    BULK as BULK,
    MailCategory as MailCategory,
)
from ragtui_core.documents.markdown.block_ends import block_end as block_end
from ragtui_core.documents.markdown.block_events import (
    BlockEvent as BlockEvent,
    ContainerEnd as ContainerEnd,
    ContainerKind as ContainerKind,
    ContainerStart as ContainerStart,
    TextLeaf as TextLeaf,
    ThematicBreak as ThematicBreak,
    block_events as block_events,
)
from ragtui_core.documents.markdown.headings import (
    Heading as Heading,
    find_section as find_section,
    headings_of as headings_of,
)
from ragtui_core.documents.markdown.html_output import unsafe_html as unsafe_html
from ragtui_core.documents.markdown.inline_text import (
    InlineText as InlineText,
    Mark as Mark,
    MarkKind as MarkKind,
)
from ragtui_core.documents.markdown.link_extraction import (
    Link as Link,
    LinkKind as LinkKind,
    blocks_of as blocks_of,
    links_of as links_of,
    named_locations as named_locations,
)
from ragtui_core.documents.markdown.link_patterns import (
    decode_target as decode_target,
    is_attachment as is_attachment,
    is_external as is_external,
)
from ragtui_core.documents.markdown.link_types import Tag as Tag
from ragtui_core.documents.markdown.markup import (
    is_in_row as is_in_row,
    is_literal as is_literal,
    without_escapes as without_escapes,
)
from ragtui_core.documents.markdown.parser_events import (
    ParserPanic as ParserPanic,
)
from ragtui_core.documents.markdown.shown_blocks import (
    displayed_parts as displayed_parts,
    shown_blocks as shown_blocks,
)
from ragtui_core.documents.markdown.tags import tags_of as tags_of
from ragtui_core.documents.parser import (
    markdown_document as markdown_document,
)
from ragtui_core.documents.part_paths import (
    PART_SEPARATOR as PART_SEPARATOR,
    part_path as part_path,
)
from ragtui_core.documents.parts import (
    DocumentPart as DocumentPart,
    document_part as document_part,
)
from ragtui_core.documents.text_recognition import (
    RECOGNITION_VERSION as RECOGNITION_VERSION,
    RECOGNIZED as RECOGNIZED,
    WAITING as WAITING,
)
from ragtui_core.files.kinds import (
    OWN_ENDINGS as OWN_ENDINGS,
)
