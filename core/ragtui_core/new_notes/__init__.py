"""Notes that do not exist yet: their paths and first texts. Nothing is written."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.new_notes.daily_notes import daily_note, today
    from ragtui_core.new_notes.first_text import NewNote, new_note
    from ragtui_core.new_notes.note_names import free_path, linked_path, title_of

__all__ = [
    "NewNote",
    "daily_note",
    "free_path",
    "linked_path",
    "new_note",
    "title_of",
    "today",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.new_notes.daily_notes": ("daily_note", "today"),
        "ragtui_core.new_notes.first_text": ("NewNote", "new_note"),
        "ragtui_core.new_notes.note_names": ("free_path", "linked_path", "title_of"),
    },
)
