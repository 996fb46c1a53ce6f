"""What a person should know about the results, in words right above them."""

from ragtui_core.model import Confidence, SearchResult
from ragtui_tui.widgets.links import Links, Piece


class Notices(Links):
    """Sentences; a correction can be taken back by a click."""

    KEEPS_ROOM = True  # Else all cards would move with every other key.

    def __init__(self) -> None:
        """Say nothing."""
        super().__init__(id="notes")

    def say(self, text: str, *, warn: bool = False) -> None:
        """Say something."""
        self.set_class(warn, "-warning")
        self.show([(text, "", "")] if text else [])

    def tell(self, result: SearchResult) -> None:
        """Say what was relaxed, mended, missing or weak."""
        low = result.confidence is Confidence.LOW
        self.set_class(low, "-warning")
        pieces: list[Piece] = [(note + " ", "", "") for note in result.notes]
        if result.corrected:
            words = f"^N Search instead for “{result.query.strip()}”"
            link = (words, "bold $text-accent underline", "run('search_as_typed')")
            pieces.insert(1, link)
            pieces.insert(2, (" ", "", ""))
        self.show(pieces)
