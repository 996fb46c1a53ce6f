"""How often files in old encodings are read rightly, as the table of docs/encodings.md.

PYTHONPATH=tests python -m benchmarks.file_encodings

The baseline is what a program does that knows UTF-8 and the encoding of Windows alone.
"""

import argparse
from collections import Counter

from ragtui_core.documents.decoding import decode
from ragtui_core.errors import UnreadableFile
from support.encoded_notes import ENCODINGS, EncodedNote, encoded_notes


def baseline(note: EncodedNote) -> bool:
    """Whether UTF-8, else cp1252, gives the text."""
    try:
        return note.data.decode() == note.text
    except UnicodeDecodeError:
        return note.data.decode("cp1252", "replace") == note.text


def outcome(note: EncodedNote) -> str:
    """What becomes of a file."""
    try:
        decoded = decode(note.data)
    except UnreadableFile:
        return "refused"
    if decoded.text == note.text:
        return "right"
    return "guessed" if decoded.problems else "silent"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=60, help="in each encoding")
    parser.add_argument("--seed", type=int, default=12)
    asked = parser.parse_args()
    counts: dict[str, Counter[str]] = {name: Counter() for name in ENCODINGS}
    for note in encoded_notes(asked.seed, asked.files):
        counts[note.encoding][outcome(note)] += 1
        counts[note.encoding]["baseline"] += baseline(note)
    names = ("right", "guessed", "refused", "silent", "baseline")
    print(f"| encoding | files | {' | '.join(names)} |")
    print(f"|---|{'---|' * (len(names) + 1)}")
    total = Counter[str]()
    for encoding, found in counts.items():
        total.update(found)
        cells = " | ".join(str(found[name]) for name in names)
        print(f"| {encoding} | {asked.files} | {cells} |")
    cells = " | ".join(str(total[name]) for name in names)
    print(f"| all | {asked.files * len(counts)} | {cells} |")


if __name__ == "__main__":
    main()
