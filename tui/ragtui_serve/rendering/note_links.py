"""Where the links of a note lead, as addresses of the page."""

import hashlib
import hmac
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from ragtui_core import IndexMissing, RagtuiError, Vault
from ragtui_core.documents import block_named, decode_target, is_external, slug
from ragtui_core.links import linked_path

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
    """The addresses in a text: none here, as its author is not trusted with links."""

    def href(self, target: str, *, is_wiki: bool = False) -> str | None:
        """The address of a link's target; None if there is none that may be opened."""

    def picture(self, target: str) -> str | None:
        """The address of a picture of the vault; None if the target is none."""


def note_address(path: str, heading: str = "") -> str:
    """A note, or its heading, as an address within the page."""
    name = slug(heading.rpartition("#")[2])
    return f"#/note/{quote(path)}" + (f"?heading={quote(name)}" if name else "")


@dataclass(frozen=True, slots=True)
class PictureAddresses:
    """Signed addresses: an `img` sends no token, and a token has no place in one."""

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

    def href(self, target: str, *, is_wiki: bool = False) -> str | None:
        """A note of the vault, or http, https and mailto."""
        if not is_wiki and is_external(target):
            return target if _OPENED.match(target) else None
        note, _, heading = target.partition("#")
        if not is_wiki:
            note, heading = decode_target(note), decode_target(heading)
        note, heading = note.strip(), heading.strip()
        path = self._path(note) if note else self._source
        if path and heading.startswith("^"):
            return self._block_address(path, heading)
        return note_address(path, heading) if path else None

    def _block_address(self, path: str, name: str) -> str:
        """The passage of a block; the note and the name if it has no such block."""
        try:
            block = block_named(self._vault.documents.text(path), name[1:])
        except RagtuiError:
            block = None
        wanted = f"at={block.start}-{block.end}" if block else f"heading={quote(name)}"
        return f"{note_address(path)}?{wanted}"

    def picture(self, target: str) -> str | None:
        """The address of a picture, as `Links` asks for it."""
        name = decode_target(target.partition("#")[0])
        ending = posixpath.splitext(name)[1].lower()
        if is_external(target) or ending not in PICTURE_TYPES:
            return None
        path = linked_path(self._vault.root, name, self._source) or self._named(name)
        return self._picture_address(path) if path else None

    def _path(self, name: str) -> str | None:
        """The path of a note or file, looked up once."""
        if name not in self._paths:
            self._paths[name] = self._found(name)
        return self._paths[name]

    def _found(self, name: str) -> str | None:
        try:
            if target := self._vault.links.resolve(name, source=self._source):
                return target.path
        except IndexMissing:
            pass
        path = linked_path(self._vault.root, name, self._source)
        return path if path and (self._vault.root / path).is_file() else None

    def _named(self, name: str) -> str | None:
        """A picture by its name alone, in a folder of attachments beside the note."""
        folders = ("attachments", "assets", "images", "files")
        tried = (posixpath.join(folder, name) for folder in folders)
        found = (linked_path(self._vault.root, path, self._source) for path in tried)
        return next(filter(None, found), None)
