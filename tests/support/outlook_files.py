"""Mails as Outlook's `.msg` files: streams in a compound file (MS-CFB, MS-OXMSG)."""

import struct
from typing import Any

_SECTOR = 512
_FREE, _END = 0xFFFFFFFF, 0xFFFFFFFE

Tree = dict[str, "bytes | Tree"]


def compound(tree: Tree) -> bytes:
    """A compound file with these streams, each below 4096 bytes, and storages."""
    entries: list[list[Any]] = []  # name, kind, data, right, child
    _enter("Root Entry", tree, entries)
    fat, small = _Sectors(_SECTOR), _Sectors(64)
    starts = [small.add(data) if data else _END for _, _, data, _, _ in entries]
    starts[0] = fat.add(small.data)
    sizes = [len(small.data), *(len(data) for _, _, data, _, _ in entries[1:])]
    table = b""
    for (name, kind, _, right, child), start, size in zip(
        entries, starts, sizes, strict=True
    ):
        encoded = name.encode("utf-16-le") + b"\0\0"
        table += encoded.ljust(64, b"\0") + struct.pack(
            "<HBBIII36xIQ", len(encoded), kind, 1, _FREE, right, child, start, size
        )
    directory = fat.add(table)
    small_table = fat.add(struct.pack(f"<{len(small.next)}I", *small.next), b"\xff")
    at, count = len(fat.next), 1 + len(fat.next) // 100
    fat.next += [0xFFFFFFFD] * count
    packed = struct.pack(f"<{len(fat.next)}I", *fat.next).ljust(
        count * _SECTOR, b"\xff"
    )
    head = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 16
    head += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack(
        "<IIIIIIIII", 0, count, directory, 0, 4096, small_table, 1, _END, 0
    )
    difat = struct.pack("<109I", *range(at, at + count), *[_FREE] * (109 - count))
    return head + difat + fat.data + packed


class _Sectors:
    """Data in sectors, and the number of the sector after each."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.data, self.next = b"", list[int]()

    def add(self, data: bytes, fill: bytes = b"\0") -> int:
        start, count = len(self.next), -(-len(data) // self._size)
        self.next += [*range(start + 1, start + count), _END] if data else []
        self.data += data + fill * (-len(data) % self._size)
        return start if data else _END


def _enter(name: str, content: "bytes | Tree", entries: list[list[Any]]) -> int:
    """Add an entry, and those below it as a chain of right siblings; its number."""
    number = len(entries)
    if isinstance(content, bytes):
        entries.append([name, 2, content, _FREE, _FREE])
        return number
    entries.append([name, 1 if number else 5, b"", _FREE, _FREE])
    previous = -1
    for key in sorted(content, key=lambda key: (len(key), key.upper())):
        child = _enter(key, content[key], entries)
        if previous < 0:
            entries[number][4] = child
        else:
            entries[previous][3] = child
        previous = child
    return number


def properties(texts: dict[int, "str | bytes | int"], header: int) -> Tree:
    """The streams of properties: texts, bytes and numbers by their ids."""
    tree: Tree = {}
    rows = b""
    for name, value in texts.items():
        if isinstance(value, int):
            rows += struct.pack("<HHIII", 3, name, 6, value, 0)
            continue
        kind = 0x1F if isinstance(value, str) else 0x102
        data = value.encode("utf-16-le") if isinstance(value, str) else value
        rows += struct.pack("<HHIII", kind, name, 6, len(data) + 2, 0)
        tree[f"__substg1.0_{name:04X}{kind:04X}"] = data
    return {"__properties_version1.0": b"\0" * header + rows, **tree}


def mail(
    texts: dict[int, "str | bytes | int"], *attached: Tree, header: int = 32
) -> Tree:
    """The streams of a mail with attachments."""
    parts = {f"__attach_version1.0_#{n:08X}": part for n, part in enumerate(attached)}
    return {**properties(texts, header), **parts}


def attachment(name: str, content: "bytes | Tree") -> Tree:
    """The streams of an attachment: the bytes of a file, or an embedded mail."""
    is_file = isinstance(content, bytes)
    named: dict[int, str | bytes | int] = {0x3707: name, 0x3705: 1 if is_file else 5}
    if isinstance(content, bytes):
        return properties(named | {0x3701: content}, 8)
    return {**properties(named, 8), "__substg1.0_3701000D": content}
