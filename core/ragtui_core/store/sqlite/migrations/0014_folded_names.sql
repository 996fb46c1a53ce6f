-- The names of a note as they are searched while a name is typed (folded_names.py): title,
-- aliases and path, folded, one per line. Empty if the title and the path are plain ASCII
-- and there are no aliases, and for mails.
ALTER TABLE document ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE document SET folded = folded_names(title, metadata, path)
WHERE source = '' AND folded_names(title, metadata, path) != '';

-- Has all that a search for names reads, the newest first.
CREATE INDEX document_names ON document (mtime_ns DESC, path, title, folded)
WHERE source = '';
