-- What a heading is found by while a name is typed (folded_names.py): its path and the
-- title, folded, one per line. Empty if both are plain ASCII.
ALTER TABLE heading ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE heading SET folded = folded_heading(heading_path, title) FROM document
WHERE document.id = document_id AND folded_heading(heading_path, title) != '';
