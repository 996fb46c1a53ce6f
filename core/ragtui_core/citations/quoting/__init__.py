"""What a text presents as quoted, in Markdown and with marks of any language."""
