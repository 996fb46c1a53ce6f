-- A checksum for every row and over all of its columns. Vectors have theirs in a table
-- beside them, which is made with the vectors' own.
-- A row whose former checksum does not match gets none, which NOT NULL refuses.
UPDATE document SET checksum = iif(
    checksum = checksum(
        id, path, title, company, category, summary, status, tags, created, updated
    ),
    checksum(
        id, path, size, mtime_ns, checked_ns, hash, encoding,
        title, company, category, summary, status, tags, created, updated,
        name, metadata, problems, changed_ns, inode
    ),
    NULL
);
UPDATE chunk SET checksum = iif(
    checksum = checksum(
        id, document_id, span_start, span_end, first_line, last_line, heading_path, text
    ),
    checksum(
        id, document_id, span_start, span_end, first_line, last_line, heading_path,
        tokens, embedding_key, text
    ),
    NULL
);
ALTER TABLE tag ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE skipped ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE link ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE heading ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE tag SET checksum = checksum(tag, document_id);
UPDATE skipped SET checksum = checksum(path, reason);
UPDATE link SET checksum = checksum(
    document_id, span_start, span_end, line, key, target, heading
);
UPDATE heading SET checksum = checksum(
    document_id, span_start, span_end, first_line, last_line, level, heading_path
);
