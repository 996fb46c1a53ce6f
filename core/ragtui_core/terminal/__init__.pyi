"""Public names of this package, each loaded at its first use."""

from ragtui_core.terminal.standard_streams import (
    StandardStream as StandardStream,
    for_terminal as for_terminal,
    guarded_errors as guarded_errors,
    guarded_output as guarded_output,
    hold_standard_descriptors as hold_standard_descriptors,
    sgr as sgr,
)
