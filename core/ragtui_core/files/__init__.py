"""Reading and writing files safely: atomically, and readable only by their owner."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.files.append_only import append_lines, json_line
    from ragtui_core.files.path_arguments import is_file, is_possible, path_argument
    from ragtui_core.files.private_files import (
        open_private,
        private_directory,
        write_atomically,
        write_private,
    )

__all__ = [
    "append_lines",
    "is_file",
    "is_possible",
    "json_line",
    "open_private",
    "path_argument",
    "private_directory",
    "write_atomically",
    "write_private",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.files.append_only": ("append_lines", "json_line"),
        "ragtui_core.files.path_arguments": ("is_file", "is_possible", "path_argument"),
        "ragtui_core.files.private_files": (
            "open_private",
            "private_directory",
            "write_atomically",
            "write_private",
        ),
    },
)
