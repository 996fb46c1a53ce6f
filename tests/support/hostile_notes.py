"""Notes made to take very long to parse: one construct repeated many times."""

from collections.abc import Callable

_FRONT = 195_000
"""Characters; longer front matter is text."""


def _growing(piece: Callable[[int], str], length: int) -> str:
    """Pieces of rising number, up to about `length` characters."""
    parts, total, number = [], 0, 1
    while total < length:
        parts.append(piece(number))
        total += len(parts[-1])
        number += 1
    return "".join(parts)


def _repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda length: before + piece * (length // len(piece)) + after


def _front_matter(
    piece: str, before: str = "", after: str = ""
) -> Callable[[int], str]:
    def made(length: int) -> str:
        block = piece * (min(length, _FRONT) // len(piece))
        text = f"---\n{before}{block}{after}\n---\n"
        return text + "word " * (max(0, length - len(text)) // 5)

    return made


KINDS: dict[str, Callable[[int], str]] = {
    "unclosed front matter": _repeated("key: value\n", "---\n"),
    "unclosed front matter of keys": _repeated("a:\n", "---\n"),
    "rows of dashes": _repeated("---\n"),
    "attributes of a tag": _repeated('href="x" ', "<a "),
    "one word": _repeated("a"),
    "one line of words": _repeated("word "),
    "short lines": _repeated("a\n"),
    "short paragraphs": _repeated("a\n\n"),
    "lone carriage returns": _repeated("a\r"),
    "white space": _repeated(" ", after="a"),
    "lines of white space": _repeated(" \n", "a", "a"),
    "quotes in quotes": _repeated(">"),
    "lines of deep quotes": _repeated(">" * 100 + " a\n"),
    "quotes and lists in turn": _repeated("> - "),
    "empty quotes": _repeated("> \n"),
    "lists in lists": lambda length: _growing(lambda n: " " * n + "- a\n", length),
    "list markers": _repeated("- "),
    "items with open fences": _repeated("- ~~~~\n"),
    "items with code": _repeated("- a\n  ```\n"),
    "open brackets": _repeated("["),
    "brackets in brackets": lambda length: "[" * (length // 2) + "]" * (length // 2),
    "links in links": _repeated("[a]("),
    "open images": _repeated("![[a"),
    "open wiki links": _repeated("[["),
    "open wiki headings": _repeated("[[a#"),
    "link definitions": _repeated("[a]: b\n"),
    "open titles": _repeated('[a]: b "'),
    "open places": _repeated("[a](b"),
    "parentheses in a place": _repeated("(", "[a]"),
    "footnotes": _repeated("[^a]: b\n"),
    "footnote marks": _repeated("[^1]", "a."),
    "emphasis": _repeated("*a_ "),
    "unmatched emphasis": _repeated("**a *b "),
    "open tags": _repeated("<a "),
    "open comments": _repeated("<!--"),
    "dashes in a comment": _repeated("-", "<!-- "),
    "blocks of HTML": _repeated("<div>\n"),
    "processing instructions": _repeated("<?"),
    "declarations": _repeated("<!A "),
    "open CDATA": _repeated("<![CDATA["),
    "open autolinks": _repeated("<http://a"),
    "open entities": _repeated("&#"),
    "backslashes": _repeated("\\"),
    "runs of backticks": lambda length: _growing(lambda n: "`" * n + "a", length),
    "longer fences": lambda length: _growing(lambda n: "`" * (n + 3) + "\n", length),
    "fences": _repeated("~~~\n"),
    "table rows": _repeated("|a|b|\n", "|a|b|\n|-|-|\n"),
    "a wide table": lambda n: "|" * (n // 2) + "\n" + "|-" * (n // 4) + "\n",
    "tables": _repeated("a|b\n-|-\n\n"),
    "headings": _repeated("# a\n"),
    "underlined headings": _repeated("a\n=\n"),
    "lines like the title": _repeated("t\n", "# t\n"),
    "hashes": _repeated("#"),
    "tags": _repeated("#a "),
    "short sentences": _repeated("a. "),
    "full stops": _repeated("."),
    "stops and quotes": _repeated('. "'),
    "ideographs": _repeated("漢字。"),
    "NULs": _repeated("a" * 100 + "\0"),
    "pluses": _repeated("+AOk-", "a "),
    "keys of front matter": _front_matter("a: b\n"),
    "broken front matter": _front_matter("a: [\n"),
    "nested front matter": _front_matter("[", "a: "),
    "aliases": _front_matter("*a,", "a: &a [1]\nb: [", "]"),
    "an open string": _front_matter("x\n", "a: '"),
    "tags of front matter": _front_matter("t, ", "tags: [", "]"),
    "one long key": _front_matter("k"),
}
"""By name, a maker of a note of about so many characters."""
