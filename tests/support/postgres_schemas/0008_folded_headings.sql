-- What a heading is found by while a name is typed (folded_names.py): its path and the
-- title, folded, one per line. Empty if both are plain ASCII. `migrations.py` fills in
-- those of older schemas.
ALTER TABLE heading ADD COLUMN folded text COLLATE "C" NOT NULL DEFAULT '';
