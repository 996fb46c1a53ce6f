-- Tells a file that was edited from one that was not where size and modification time
-- are the same. 0 until the file is compared by content the next time.
ALTER TABLE document ADD COLUMN changed_ns INTEGER NOT NULL DEFAULT 0;   -- st_ctime
ALTER TABLE document ADD COLUMN inode INTEGER NOT NULL DEFAULT 0;
