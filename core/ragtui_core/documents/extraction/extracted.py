"""The result of an extraction, and the protocol of extractors."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Protocol

from ragtui_core.errors import UnreadableFile
from ragtui_core.files.kinds import OWN_ENDINGS, own_version
from ragtui_core.types import Anchor, Location, LocationKind

CREATED = "created"
"""A key of `details`: the day when the file was created as its metadata say, or
empty."""

SHIFTS = "shifts"
"""A key of `details`: the `Shifts` of the text of a file whose lines people see."""

MAX_CHARS = 20_000_000
"""Characters of text of a file; more is left out."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The canonical text of a file: Markdown whose structure is the extractor's.

    `anchors` are in order of their start. `title` is empty if the file names none.
    `problems` are sentences on what was left out. `details` are further JSON values of
    the kind, such as the headers of a mail.
    """

    text: str
    anchors: tuple[Anchor, ...] = ()
    title: str = ""
    problems: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def required(self) -> "Extracted":
        """This text; a file that has none is unreadable.

        Raises:
            UnreadableFile: There is no text.
        """
        if not self.text:
            raise UnreadableFile("no text")
        return self

    def to_json(self) -> str:
        """The form in which it is cached and sent between processes."""
        anchors = [
            (anchor.start, *asdict(anchor.location).values()) for anchor in self.anchors
        ]
        return json.dumps(
            [self.text, anchors, self.title, self.problems, dict(self.details)]
        )

    @classmethod
    def from_json(cls, data: str) -> "Extracted":
        """What `to_json` gave.

        Raises:
            ValueError: It is something else.
        """
        try:
            text, anchors, title, problems, *details = json.loads(data)
            made = tuple(
                Anchor(start, Location(LocationKind(kind), label, number))
                for start, kind, label, number in anchors
            )
            notes = tuple(map(str, problems))
            # Entries of the cache that were made before have no details.
            return cls(str(text), made, str(title), notes, *map(dict, details))
        except (TypeError, ValueError) as error:
            raise ValueError("not an extracted text") from error


class Extractor(Protocol):
    """Extracts the text of files of one kind.

    It runs in a separate process with limits of time and memory. Extraction is
    deterministic: the same bytes and version give an equal result.
    """

    @property
    def endings(self) -> Sequence[str]:
        """Endings of the names of its files, such as `.pdf`, in lower case."""

    @property
    def version(self) -> str:
        """Changes when the same file may give another text; letters, digits, `.-+`."""

    def extract(self, data: bytes) -> Extracted:
        """Extract the text of a file's content.

        Raises:
            UnreadableFile: It has no text, or cannot be read; the message is shown.
        """


class OwnExtractor:
    """An extractor of ours; each class names its kind, and adds `extract`."""

    endings: ClassVar[tuple[str, ...]]
    _kind: ClassVar[str]

    def __init_subclass__(cls, kind: str) -> None:
        """Take what is known of the kind without its extractor."""
        cls._kind, cls.endings = kind, OWN_ENDINGS[kind]

    @property
    def version(self) -> str:
        """Our version, and those of the libraries."""
        return own_version(self._kind)
