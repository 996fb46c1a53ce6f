"""Where the links of a note lead, as addresses of the page."""

import hashlib
import hmac
import posixpath
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote

from ragtui_core import IndexMissing, RagtuiError, Span, Vault
from ragtui_core.documents import decode_target, is_external
from ragtui_core.links import is_elsewhere, linked_path, no_part, part_of

PICTURE_TYPES = {
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}
"""Files that the page shows as pictures, by their ending."""

PICTURES = "/pictures/"
"""What the addresses of pictures begin with."""

_OPENED = re.compile(r"(?:https?|mailto):", re.IGNORECASE)


class Links:
    """The addresses in a text; this base class resolves none, for untrusted text."""

    def href(self, target: str) -> str | None:
        """The address of a link's target; None if there is none that may be opened."""

    def why_broken(self, target: str) -> str:
        """Why a link without an address leads nowhere; empty if it is not opened."""
        return ""

    def picture(self, target: str) -> str | None:
        """The address of a picture of the vault; None if the target is none."""


def note_address(path: str, span: Span | None = None) -> str:
    """A note, or characters of it, as an address within the page."""
    return f"#/note/{quote(path)}" + (f"?at={span.start}-{span.end}" if span else "")


@dataclass(frozen=True, slots=True)
class PictureAddresses:
    """Signed addresses of pictures: the request of an `<img>` carries no token."""

    secret: str

    def of(self, vault: str, path: str) -> str:
        """The address of a picture, relative to the page."""
        name = f"{quote(vault, safe='')}/{quote(path)}"
        return f"{PICTURES[1:]}{name}?key={self.key(vault, path)}"

    def key(self, vault: str, path: str) -> str:
        """What the address of a picture must contain."""
        named = f"{vault}\0{path}".encode("utf-8", "surrogatepass")
        return hmac.new(self.secret.encode(), named, hashlib.sha256).hexdigest()[:32]


class NoteLinks(Links):
    """The links of a note of a vault."""

    def __init__(
        self, vault: Vault, source: str, picture_address: Callable[[str], str]
    ) -> None:
        """Resolve for the note `source`; `picture_address` takes a path."""
        self._vault = vault
        self._source = source
        self._picture_address = picture_address
        self._paths: dict[str, str | None] = {}

    def href(self, target: str) -> str | None:
        """A note of the vault, a picture, or http, https and mailto."""
        if is_external(target):
            return target if _OPENED.match(target) else None
        return self._lead(target)[0]

    def why_broken(self, target: str) -> str:
        """Implements `Links.why_broken`; external links are not checked."""
        return "" if is_external(target) else self._lead(target)[1]

    def _lead(self, target: str) -> tuple[str | None, str]:
        """Where a link within the vault leads, and why it would lead nowhere."""
        name, _, part = target.partition("#")
        name, part = decode_target(name).strip(), decode_target(part).strip()
        path = self._path(name) if name else self._source
        if path:
            return self._part(path, part), no_part(path, part)
        file = self._file(name)
        why = f"The page does not show {file}." if file else f"There is no “{name}”."
        is_other = is_elsewhere(self._vault.root, name, self._source)
        return self.picture(name), "" if is_other else why

    def _part(self, path: str, name: str) -> str | None:
        """The address of a heading, a block or a page; None if there is no such."""
        if not name:
            return note_address(path)
        found, read = None, self._vault.documents.read
        with suppress(RagtuiError):
            found = part_of(path, name, read, self._vault.links.resolver())
        return note_address(path, found.span) if found else None

    def picture(self, target: str) -> str | None:
        """Implements `Links.picture` for the pictures of the vault."""
        name = decode_target(target.partition("#")[0])
        ending = posixpath.splitext(name)[1].lower()
        if is_external(target) or ending not in PICTURE_TYPES:
            return None
        path = self._file(name)
        return self._picture_address(path) if path else None

    def _path(self, name: str) -> str | None:
        """The path of a document, looked up once."""
        if name not in self._paths:
            found = None
            with suppress(IndexMissing):
                found = self._vault.links.resolve(name, source=self._source)
            self._paths[name] = found.path if found else None
        return self._paths[name]

    def _file(self, name: str) -> str | None:
        """The path of another file: beside the note, below the root, or by its name."""
        return linked_path(self._vault.root, name, self._source) or (
            self._vault.links.attachments.resolve(name, self._source)
        )
