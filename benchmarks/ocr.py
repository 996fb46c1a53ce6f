"""Recognises 40 pages that are drawn here: errors by kind, seconds, and recall.

    python -m benchmarks.ocr --chinese FONT [--keep FOLDER]

Ten kinds of pages in English, German, French and Chinese, each with a fact and a
question about it. FONT is a file with Chinese characters, such as `wqy-microhei.ttc`
(Debian: fonts-wqy-microhei); without it there are 30 pages. The other fonts are
Liberation and DejaVu. Prints a table in Markdown.
"""

import argparse
import json
import random
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from rapidfuzz.distance import Levenshtein

from ragtui_core import Vault, open_vault
from ragtui_core.citations import plain
from ragtui_files.pictures import picture_texts

SIZE = (1240, 1754)
"""Pixels of a page: A4 at 150 an inch."""
MARGIN = 110
FONTS = Path("/usr/share/fonts/truetype")
SENTENCES = 16

Page = Image.Image


@dataclass(frozen=True, slots=True)
class Kind:
    """How pages of a kind are set, and what happens to them then."""

    name: str
    font: str = "liberation/LiberationSerif-Regular.ttf"
    size: int = 26
    columns: int = 1
    spoil: Callable[[Page], Page] = lambda page: page


def _askew(page: Page) -> Page:
    return page.rotate(2.5, Image.Resampling.BICUBIC, fillcolor="white")


def _noisy(page: Page) -> Page:
    pixels = np.asarray(page, dtype=np.float32)
    grain = np.random.default_rng(1).normal(0, 40, pixels.shape[:2])[..., None]
    return Image.fromarray(np.clip(pixels + grain, 0, 255).astype(np.uint8))


def _faint(page: Page) -> Page:
    return page.filter(ImageFilter.GaussianBlur(1.2)).point(lambda v: 150 + v * 0.4)


def _photographed(page: Page) -> Page:
    """From one side, on a dark table, with light from the left, as a JPEG file."""
    width, height = page.size
    corners = [
        (90, 60),
        (width - 40, 130),
        (width - 110, height - 90),
        (30, height - 30),
    ]
    source = [(0, 0), (width, 0), (width, height), (0, height)]
    rows = list[list[float]]()
    for (x, y), (u, v) in zip(corners, source, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    wanted = np.array(source, dtype=float).reshape(8)
    turned = page.transform(
        page.size,
        Image.Transform.PERSPECTIVE,
        np.linalg.solve(np.array(rows), wanted).tolist(),
        Image.Resampling.BICUBIC,
        fillcolor=(60, 45, 35),
    )
    light = np.linspace(1.0, 0.55, width)[None, :, None]
    lit = Image.fromarray((np.asarray(turned) * light).astype(np.uint8))
    return _noisy(lit.filter(ImageFilter.GaussianBlur(0.8)))


KINDS = (
    Kind("serif"),
    Kind("sans", "liberation/LiberationSans-Regular.ttf"),
    Kind("bold and large", "dejavu/DejaVuSans-Bold.ttf", 36),
    Kind("typewriter", "liberation/LiberationMono-Regular.ttf", 24),
    Kind("small, 7 points", size=15),
    Kind("two columns", size=22, columns=2),
    Kind("askew by 2.5 degrees", spoil=_askew),
    Kind("noise", spoil=_noisy),
    Kind("faint and blurred", spoil=_faint),
    Kind("photograph of print", spoil=_photographed),
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A page as a file, what is printed on it, and a question about it."""

    path: str
    kind: str
    language: str
    text: str
    question: str


def _samples(folder: Path, chinese: str) -> Iterator[Sample]:
    texts = json.loads(Path(__file__).with_name("ocr_pages.json").read_text("utf-8"))
    for language, own in texts.items():
        if language == "zh" and not chinese:
            continue
        for kind, (fact, question) in zip(KINDS, own["facts"], strict=True):
            path = f"{language}-{kind.name.replace(' ', '-')}.jpg"
            file = chinese if language == "zh" else str(FONTS / kind.font)
            font = ImageFont.truetype(file, kind.size)
            shuffled = random.Random(path)
            sentences = shuffled.choices(own["filler"], k=SENTENCES)
            sentences[shuffled.randrange(SENTENCES)] = fact
            gap = "" if language == "zh" else " "
            page, text = _set(gap.join(sentences), font, kind, gap)
            kind.spoil(page).save(folder / path, quality=75)
            yield Sample(path, kind.name, language, text, question)


def _set(
    text: str, font: ImageFont.FreeTypeFont, kind: Kind, gap: str
) -> tuple[Page, str]:
    """The page, and its text line by line."""
    page = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(page)
    gutter = 60
    width = (SIZE[0] - 2 * MARGIN - gutter * (kind.columns - 1)) / kind.columns
    lines = list(_broken(text, font, width, gap))
    high = -(-len(lines) // kind.columns)
    for number, line in enumerate(lines):
        left = MARGIN + number // high * (width + gutter)
        top = MARGIN + number % high * kind.size * 1.5
        draw.text((left, top), line, font=font, fill=(20, 20, 20))
    return page, "\n".join(lines)


def _broken(
    text: str, font: ImageFont.FreeTypeFont, width: float, gap: str
) -> Iterator[str]:
    line = ""
    for word in text.split(gap) if gap else text:
        longer = f"{line}{gap}{word}" if line else word
        if font.getlength(longer) > width:
            yield line
            longer = word
        line = longer
    yield line


def _error_rate(expected: str, found: str) -> float:
    """Edits for each character, white space left out: languages differ in that."""
    wanted, read = ("".join(text.split()) for text in (expected, found))
    return Levenshtein.distance(wanted, read) / len(wanted)


def _recall(vault: Vault, samples: Sequence[Sample]) -> float:
    found = [
        sample.path in [hit.path for hit in vault.search(sample.question).hits[:5]]
        for sample in samples
    ]
    return mean(found)


def main() -> None:
    """Draw the pages, index them, and print what was measured."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--chinese", default="", help="a font file")
    parser.add_argument("--keep", help="a folder for the pages")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(arguments.keep or f"{temporary}/vault")
        root.mkdir(parents=True, exist_ok=True)
        samples = list(_samples(root, arguments.chinese))
        vault = open_vault(root, flags={"data_dir": f"{temporary}/data"})
        begun = time.monotonic()
        vault.index()
        wall = time.monotonic() - begun
        picture_texts._process().close()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        rates = defaultdict[str, dict[str, float]](dict)
        for sample in samples:
            text = plain(vault.documents.read(sample.path).text)
            rates[sample.kind][sample.language] = _error_rate(sample.text, text)
        languages = sorted({sample.language for sample in samples})
        print(f"| character error rate | {' | '.join(languages)} |")
        print("|---" * (len(languages) + 1) + "|")
        for kind, row in rates.items():
            cells = " | ".join(f"{100 * row[each]:.1f} %" for each in languages)
            print(f"| {kind} | {cells} |")
        whole = mean(rate for row in rates.values() for rate in row.values())
        cpu = (used.ru_utime + used.ru_stime) / len(samples)
        print(f"\nmean {100 * whole:.2f} %, {len(samples)} pages")
        print(
            f"{cpu:.1f} s of processor time a page, {wall / len(samples):.1f} s in all"
        )
        print(f"peak memory {used.ru_maxrss / 1e3:.0f} MB")
        for language in languages:
            own = [sample for sample in samples if sample.language == language]
            print(f"recall@5 {language}: {_recall(vault, own):.2f}")
        print(f"recall@5: {_recall(vault, samples):.2f} of {len(samples)} questions")
        vault.close()


if __name__ == "__main__":
    main()
