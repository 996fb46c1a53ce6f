"""The text of charts in Office files."""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from xml.etree import ElementTree as ET

from ragtui_core.documents import Cell
from ragtui_files.office.number_formats import shown_number

MAX_POINTS = 5_000
"""Points of a series of a chart."""

_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}"


Block = str | list[list[Cell]]
"""Lines of text, or the cells of a table."""


def drawn_blocks(frame: ET.Element, part: Callable[[str], bytes]) -> Iterator[Block]:
    """What charts in `frame` say.

    Args:
        frame: An element with references to their parts.
        part: Gives the content of a part by the identifier of its relation.
    """
    for chart in frame.iterfind(".//{*}graphicData/{*}chart"):
        name = chart.get(f"{_RELATIONS}id") or chart.get(f"{_STRICT}id") or ""
        yield from _chart(ET.fromstring(part(name)))


def _chart(root: ET.Element) -> Iterator[Block]:
    """The titles of a chart, and a table of its series."""
    yield from map(shown_text, root.iterfind(".//{*}title"))
    series = list(root.iterfind(".//{*}plotArea/*/{*}ser"))
    if not series:
        return
    names = [shown_text(one.find("{*}tx")) for one in series]
    values = [list(_points(one, "val", "yVal")) for one in series]
    categories = list(_points(series[0], "cat", "xVal"))
    heads = [Cell("", is_head=True), *(Cell(name, is_head=True) for name in names)]
    rows = zip_longest(categories, *values, fillvalue="")
    yield [heads, *([Cell(text) for text in row] for row in rows)]


def _points(series: ET.Element, *names: str) -> Iterator[str]:
    """The values of a series, as its format shows them."""
    for name in names:
        for cache in series.iterfind(f"{{*}}{name}//{{*}}ptCount/.."):
            code = cache.findtext("{*}formatCode") or ""
            points = {
                int(point.get("idx", "0")): point.findtext("{*}v") or ""
                for point in cache.iterfind("{*}pt")
            }
            for index in range(min(max(points, default=-1) + 1, MAX_POINTS)):
                yield _shown(points.get(index, ""), code)
            return


def _shown(text: str, code: str) -> str:
    try:
        return shown_number(float(text), code) if code else text
    except ValueError:
        return text


def shown_text(element: ET.Element | None) -> str:
    """The text of an element, in lines as its paragraphs."""
    if element is None:
        return ""
    paragraphs = [
        "".join(run.text or "" for run in paragraph.iterfind(".//{*}t"))
        for paragraph in element.iterfind(".//{*}p")
    ]
    values = [value.text or "" for value in element.iterfind(".//{*}v")]
    return "\n".join(filter(None, paragraphs or values))
