"""What people put on the pages of a PDF: values in fields of forms, and comments."""

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

MAX_ANNOTATIONS = 2_000
"""Annotations of a page that are read."""

_PASSWORD = 1 << 13
_HIDDEN = 1 << 1


def annotation_lines(page: Any, form: Any) -> Iterator[str]:
    """The values of fields with their labels, and comments, of a page.

    Args:
        page: A page of pypdfium2.
        form: The form environment of its document; None if it has no form.
    """
    from pypdfium2 import raw

    count = raw.FPDFPage_GetAnnotCount(page)
    for index in range(min(count, MAX_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            if not raw.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
                yield from filter(None, [_line(annotation, form)])
        finally:
            raw.FPDFPage_CloseAnnot(annotation)


def _line(annotation: Any, form: Any) -> str:
    from pypdfium2 import raw

    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if kind == raw.FPDF_ANNOT_WIDGET and form is not None:
        return _field(annotation, form)
    if kind in {raw.FPDF_ANNOT_TEXT, raw.FPDF_ANNOT_FREETEXT}:
        text = _text(
            lambda *out: raw.FPDFAnnot_GetStringValue(annotation, b"Contents", *out)
        )
        is_shown = kind == raw.FPDF_ANNOT_FREETEXT or not text
        return text if is_shown else f"Comment: {text}"
    return ""


def _field(annotation: Any, form: Any) -> str:
    """A field with a value, such as `Name: Ann Lee` and `☒ Insured`."""
    from pypdfium2 import raw

    if raw.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD:
        return ""
    label = _text(
        lambda *out: raw.FPDFAnnot_GetFormFieldAlternateName(form, annotation, *out)
    ) or _text(lambda *out: raw.FPDFAnnot_GetFormFieldName(form, annotation, *out))
    value = _text(lambda *out: raw.FPDFAnnot_GetFormFieldValue(form, annotation, *out))
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in {raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON}:
        state = _text(
            lambda *out: raw.FPDFAnnot_GetStringValue(annotation, b"AS", *out)
        )
        return f"{'☐' if state in {'', 'Off'} else '☒'} {label}"
    if kind == raw.FPDF_FORMFIELD_PUSHBUTTON:
        return ""
    return f"{label}: {value}" if label and value else value


def _text(read: Callable[..., int]) -> str:
    """A text that pdfium writes as UTF-16 into a buffer, whose size it tells first."""
    from pypdfium2 import raw

    size = read(None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    read(ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size)
    text = buffer.raw[: size - 2].decode("utf-16-le", "replace")
    return " ".join(text.split())
