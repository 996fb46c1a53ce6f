"""Public names of this package, each loaded at its first use."""

from ragtui_core.files.append_only import (
    append_lines as append_lines,
    json_line as json_line,
)
from ragtui_core.files.path_arguments import (
    as_on_disk as as_on_disk,
    is_file as is_file,
    is_folder as is_folder,
    is_possible as is_possible,
    path_argument as path_argument,
)
from ragtui_core.files.private_files import (
    open_private as open_private,
    private_directory as private_directory,
    write_atomically as write_atomically,
    write_private as write_private,
)
from ragtui_core.files.vault_files import (
    content_hash as content_hash,
    open_vault_file as open_vault_file,
)
