"""UTF-8 byte offsets -> character offsets.

The parser counts bytes, everything else characters. Moving from one offset to the
next decodes only the bytes between, so a parser's ascending offsets take linear time.
"""


class ByteOffsets:
    """Maps byte offsets of one text; fastest in roughly ascending order."""

    def __init__(self, text: str, base: int = 0) -> None:
        """Start at byte 0, which is character `base`."""
        # In ASCII, bytes are characters.
        self._data = b"" if text.isascii() else text.encode()
        self._base = base
        self._byte = 0
        self._char = base

    def __call__(self, byte: int) -> int:
        """The character that begins at `byte`."""
        if not self._data:
            return self._base + byte
        if byte >= self._byte:
            self._char += len(self._data[self._byte : byte].decode())
        else:
            self._char -= len(self._data[byte : self._byte].decode())
        self._byte = byte
        return self._char
