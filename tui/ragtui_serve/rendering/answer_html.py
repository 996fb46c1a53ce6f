"""The text of an answer as HTML, with its citation marks and remarks.

In text of others than ragtui, nothing becomes a mark: those of ragtui are enclosed in
characters that are removed from all other text. Links to other sites stay text, since
a model may be made to write them.
"""

import re

from ragtui_core import AnswerEvent, Mark, Remark, Text
from ragtui_serve.rendering.markdown_html import Rendering, markdown_html
from ragtui_serve.rendering.note_links import Links

_OWN = re.compile("[\ue000-\ue003]")
_MARK = re.compile(r"(?<!\\)\[(\d{1,6})\](?!\()")
_CITED = re.compile("\ue000(\\d+)\ue001")
_REMARKED = re.compile("\ue002([^\ue002\ue003]*)\ue003")


class AnswerHtml:
    """Collects the text of an answer."""

    def __init__(self, *, is_stored: bool = False) -> None:
        """Begin without text.

        In a stored answer marks are parts of the text, and nothing else looks like one
        that is not escaped or in code.
        """
        self._parts: list[str] = []
        self._is_stored = is_stored

    def take(self, event: AnswerEvent) -> bool:
        """Add an event; whether it changed the text."""
        if not isinstance(event, Text):
            return False
        text = _OWN.sub("", event.text)
        if isinstance(event, Remark):
            text = re.sub(r"\S.*\S", "\ue002\\g<0>\ue003", text)
        elif isinstance(event, Mark) or self._is_stored:
            text = _MARK.sub("\ue000\\1\ue001", text)
        self._parts.append(text)
        return True

    def html(self) -> str:
        """The text so far. In an element `sup` with `data-cite` are citations."""
        html = markdown_html("".join(self._parts), Rendering(Links(), blocks=False))
        html = _CITED.sub(r'<sup class="cite" data-cite="\1">[\1]</sup>', html)
        return _REMARKED.sub(r'<span class="remark">\1</span>', html)
