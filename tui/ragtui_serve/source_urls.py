"""Addresses of documents in other programs, made from the setting `serve.source_url`.

obsidian://open?vault=Notes&file={path}
https://docs.example/{path}#{anchor}
"""

import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from ragtui_core import Hit, SettingsError
from ragtui_core.settings import named_nearest

SETTING = "serve.source_url"

PLACEHOLDERS = ("path", "file", "name", "line", "anchor")
"""Path in the vault, absolute path, file name without extension, first line, and the
last heading as GitHub writes it in links."""

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SCRIPTS = ("javascript:", "data:", "vbscript:")
_NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")


class SourceUrls:
    """Makes the address of a passage."""

    def __init__(self, template: str, root: Path) -> None:
        """Use a template for documents of the vault at `root`; empty: no addresses.

        Raises:
            SettingsError: The template has an unknown placeholder, or no scheme.
        """
        for name in _PLACEHOLDER.findall(template):
            if name not in PLACEHOLDERS:
                unknown = named_nearest(name, PLACEHOLDERS)
                raise SettingsError(f"{SETTING}: unknown placeholder {unknown}")
        lower = template.lower()
        if template and (not _SCHEME.match(template) or lower.startswith(_SCRIPTS)):
            raise SettingsError(
                f"{SETTING}: {template!r} is not an address such as "
                "https://docs.example/{path}"
            )
        self._template = template
        self._root = root

    def of_hit(self, hit: Hit) -> str:
        """The address of a hit's passage; empty if there is no template."""
        return self.of(hit.path, hit.lines.first, hit.heading_path)

    def of(self, path: str, line: int = 1, heading_path: Sequence[str] = ()) -> str:
        """The address of a passage; empty if there is no template."""
        values = {
            "path": path,
            "file": (self._root / path).as_posix(),
            "name": Path(path).stem,
            "line": str(line),
            "anchor": _anchor(heading_path[-1]) if heading_path else "",
        }
        return _PLACEHOLDER.sub(
            lambda found: quote(values[found[1]], errors="replace"), self._template
        )


def _anchor(heading: str) -> str:
    """A heading as GitHub and most generators write it in links: `gas-exchange`."""
    return _NOT_IN_ANCHOR.sub("", heading.strip().lower()).replace(" ", "-")
