"""Markdown, or any text, as rows of the screen that scroll.

Textual's own `Markdown` makes a widget for each block, so that a long note takes
seconds and megabytes. Here the cost does not depend on the length of a document:

1. `slices` cuts the lines of a page into slices that can be parsed separately, at
   blocks that the core finds, and no further than slices are needed.
2. `slice_blocks` (with `inline_content`) makes blocks of a slice: paragraphs, items,
   code, rows of tables. What they are and say is read by the core
   (`ragtui_core.documents.block_events`), as for the index; here they get styles and
   marks. `rendered_document` does so when a slice is first needed.
3. `rows` breaks blocks into rows of a width; `layout` knows their positions, by
   estimate until a slice comes into view.
4. `view.MarkdownView` scrolls over a layout, and `row_widget` draws and selects rows.

`document_scan` finds words and links in a whole document and steps through them.
`rendered_document.GrowingText` renders text that is still being written. Only `view`
and `row_widget` are widgets; nothing here knows of files, search or answers.
"""
