"""Public names of this package, each loaded at its first use."""

from ragtui_core.links.heading_search import (
    is_typo as is_typo,
)
from ragtui_core.links.link_graph import (
    LinkGraph as LinkGraph,
)
from ragtui_core.links.link_parts import (
    named_part as named_part,
    no_part as no_part,
    part_of as part_of,
)
from ragtui_core.links.link_resolver import (
    LinkResolver as LinkResolver,
)
from ragtui_core.links.link_results import (
    BLOCK as BLOCK,
    PAGE as PAGE,
    Backlink as Backlink,
    HeadingEntry as HeadingEntry,
    RelatedNote as RelatedNote,
    Target as Target,
)
from ragtui_core.links.link_rewriting import (
    Changes as Changes,
    Notes as Notes,
    after_heading as after_heading,
    after_move as after_move,
    is_nested as is_nested,
    renamed_note as renamed_note,
    title_heading as title_heading,
)
from ragtui_core.links.link_text import (
    RenamedTarget as RenamedTarget,
    Replacement as Replacement,
    escaped_target as escaped_target,
    file_stem as file_stem,
    is_wiki_name as is_wiki_name,
    markdown_link as markdown_link,
    names_file_alone as names_file_alone,
    relative_path as relative_path,
    title_field as title_field,
    wiki_words as wiki_words,
)
from ragtui_core.links.linked_files import (
    is_elsewhere as is_elsewhere,
    linked_path as linked_path,
)
from ragtui_core.links.renamed_headings import (
    heading_name as heading_name,
)
from ragtui_core.store.records import (
    NoteName as NoteName,
)
