"""Text that the user has selected, with its source."""

from dataclasses import dataclass

from ragtui_core.types import Lines


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected text, which may be unsaved.

    `path` is relative to the vault, and empty if the text is from elsewhere.
    """

    text: str
    path: str = ""
    lines: Lines | None = None

    @property
    def place(self) -> str:
        """The source as text: `notes/pump.md, lines 3-7`."""
        if not self.lines:
            return self.path
        first, last = self.lines.first, self.lines.last
        span = f"line {first}" if first == last else f"lines {first}-{last}"
        return f"{self.path}, {span}"
