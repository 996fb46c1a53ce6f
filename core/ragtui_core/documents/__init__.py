"""Files -> documents: decoding, front matter, Markdown structure, sentences."""
