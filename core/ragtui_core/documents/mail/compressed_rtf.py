"""The compressed RTF in which Outlook keeps texts (MS-OXRTFCP)."""

from ragtui_core.errors import UnreadableFile

_BEGIN = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern "
    rb"\fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier"
    rb"{\colortbl\red0\green0\blue0"
    + b"\r\n"
    + rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
"""What a text can refer to before its first character."""
_HEADER, _SIZE = 16, 4096
MAX_BYTES = 10_000_000


def decompressed(data: bytes) -> bytes:
    """The RTF of a text.

    Raises:
        UnreadableFile: It is another kind of data, or too large.
    """
    if data[8:12] == b"MELA":
        return data[_HEADER:]
    if data[8:12] != b"LZFu":
        raise UnreadableFile("not compressed RTF")
    out, at = bytearray(_BEGIN), _HEADER
    while at < len(data) and len(out) < MAX_BYTES:
        flags, at = data[at], at + 1
        for bit in range(8):
            if not flags >> bit & 1:
                out += data[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(data[at : at + 2], "big")
            at += 2
            back = (len(out) - (reference >> 4)) % _SIZE
            if not back or back > len(out) or at > len(data):  # the end
                return bytes(out[len(_BEGIN) :])
            for _ in range((reference & 15) + 2):
                out.append(out[-back])
    return bytes(out[len(_BEGIN) :])
