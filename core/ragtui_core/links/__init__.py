"""The link graph of a vault: link targets, backlinks, related notes."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.links.heading_search import is_typo
    from ragtui_core.links.link_graph import LinkGraph
    from ragtui_core.links.link_resolver import LinkResolver
    from ragtui_core.links.link_results import (
        Backlink,
        HeadingEntry,
        NoteName,
        RelatedNote,
        Target,
    )
    from ragtui_core.links.link_rewriting import (
        Changes,
        Notes,
        after_heading,
        after_move,
        after_rename,
    )
    from ragtui_core.links.link_text import (
        RenamedTarget,
        Replacement,
        escaped_target,
        relative_path,
        renamed,
        title_field,
    )
    from ragtui_core.links.linked_files import linked_path

__all__ = [
    "Backlink",
    "Changes",
    "HeadingEntry",
    "LinkGraph",
    "LinkResolver",
    "NoteName",
    "Notes",
    "RelatedNote",
    "RenamedTarget",
    "Replacement",
    "Target",
    "after_heading",
    "after_move",
    "after_rename",
    "escaped_target",
    "is_typo",
    "linked_path",
    "relative_path",
    "renamed",
    "title_field",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.links.heading_search": ("is_typo",),
        "ragtui_core.links.link_graph": ("LinkGraph",),
        "ragtui_core.links.link_resolver": ("LinkResolver",),
        "ragtui_core.links.link_results": (
            "Backlink",
            "HeadingEntry",
            "NoteName",
            "RelatedNote",
            "Target",
        ),
        "ragtui_core.links.link_rewriting": (
            "Changes",
            "Notes",
            "after_heading",
            "after_move",
            "after_rename",
        ),
        "ragtui_core.links.link_text": (
            "RenamedTarget",
            "Replacement",
            "escaped_target",
            "relative_path",
            "renamed",
            "title_field",
        ),
        "ragtui_core.links.linked_files": ("linked_path",),
    },
)
