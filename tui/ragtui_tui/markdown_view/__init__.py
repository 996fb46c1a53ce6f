"""Markdown, or any text, as rows of the screen that scroll.

Textual's own `Markdown` makes a widget for each block, so that a long note takes
seconds and megabytes. Here a page is parsed once, and a block is broken into rows when
it comes into view:

1. `markdown_blocks` (with `inline_content`) makes blocks of a text: paragraphs, items,
   code, rows of tables. What they are and say is read by the core
   (`ragtui_core.documents.block_events`), as for the index; here they get styles and
   marks. `rendered_document` holds those of a page.
2. `rows` breaks a block into rows of a width; `layout` knows the positions of rows, by
   estimate until a block comes into view.
3. `view.MarkdownView` scrolls over a layout, and `row_widget` draws and selects rows.

`document_scan` finds words and links in a whole document and steps through them. Only
`view` and `row_widget` are widgets; nothing here knows of files, search or answers.
"""
