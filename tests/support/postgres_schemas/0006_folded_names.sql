-- The names of a note as they are searched while a name is typed (folded_names.py): title,
-- aliases and path, folded, one per line. Empty if the title and the path are plain ASCII
-- and there are no aliases, and for mails. `migrations.py` fills in those of older schemas.
ALTER TABLE document ADD COLUMN folded text COLLATE "C" NOT NULL DEFAULT '';
