"""The public API: open a vault, index, search and ask it, and verify quotations."""

from ragtui_core.lazy_exports import lazy_exports
from ragtui_core.telemetry import switch_off

switch_off()

__getattr__, __all__ = lazy_exports(__name__)
