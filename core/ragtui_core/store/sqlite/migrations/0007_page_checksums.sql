-- Checksums of whole pages (page_checksums.py) replace those of rows and vectors. Rows are
-- compared a last time: one that does not match gets none, which NOT NULL refuses.
UPDATE meta SET checksum = iif(checksum = checksum(key, value), 0, NULL);
UPDATE document SET checksum = iif(
    checksum = checksum(
        id, path, size, mtime_ns, checked_ns, hash, encoding,
        title, company, category, summary, status, tags, created, updated,
        name, metadata, problems, changed_ns, inode
    ),
    0, NULL
);
UPDATE chunk SET checksum = iif(
    checksum = checksum(
        id, document_id, span_start, span_end, first_line, last_line, heading_path,
        tokens, embedding_key, text
    ),
    0, NULL
);
UPDATE tag SET checksum = iif(checksum = checksum(tag, document_id), 0, NULL);
UPDATE skipped SET checksum = iif(checksum = checksum(path, reason), 0, NULL);
UPDATE link SET checksum = iif(
    checksum = checksum(
        document_id, span_start, span_end, line, key, target, heading
    ),
    0, NULL
);
UPDATE heading SET checksum = iif(
    checksum = checksum(
        document_id, span_start, span_end, first_line, last_line, level, heading_path
    ),
    0, NULL
);
ALTER TABLE meta DROP COLUMN checksum;
ALTER TABLE document DROP COLUMN checksum;
ALTER TABLE chunk DROP COLUMN checksum;
ALTER TABLE tag DROP COLUMN checksum;
ALTER TABLE skipped DROP COLUMN checksum;
ALTER TABLE link DROP COLUMN checksum;
ALTER TABLE heading DROP COLUMN checksum;
DROP TABLE IF EXISTS checksum_of_chunk_vector;
DROP TABLE IF EXISTS checksum_of_chunk_vector_next;
