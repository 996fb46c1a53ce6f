"""Titles that programs write into files that have no title."""

import re

_PLACEHOLDER = re.compile(
    r"Microsoft (?:Word|Excel|PowerPoint|Visio) - .*|untitled.*|unbenannt.*"
    r"|(?:no|ohne|sans) (?:title|titel|titre)"
    r"|(?:new |neues )?(?:rich text |word )?(?:document|dokument) ?\d*|about:blank"
    r"|(?:powerpoint|keynote|impress)?[ -]*pr[eäé]sentation ?\d*"
    r"|(?:layout|slide|folie|diapositive|book|mappe|sheet|page|seite|scan) ?\d+"
    r"|slide|folie|title|titel|titre|main|output|print(?:ing)?|default|unknown|\W*",
    re.I,
)
_FILE = re.compile(
    r"(?:[a-z]:\\|\\\\|file:).*|(?:https?:/)?/\S*"
    r"|.*\S\.(?:docx?|dotx?|odt|ods|odp|pptx?|xlsx?|indd|indb|qxd|qxp|tex|dvi|ps|eps|pdf"
    r"|rtf|fm|book|pmd|p65|ai|cdr|psd|pub|wpd|lwp|sxw|html?|md|typ|tmp|dwg|vsdx?)",
    re.I,
)
"""Paths, addresses and names of source files."""


def given_title(title: str) -> str:
    """A title that a person gave; empty for one of a program."""
    words = " ".join(title.split())
    is_placeholder = _PLACEHOLDER.fullmatch(words) or _FILE.fullmatch(words)
    return "" if is_placeholder else words
