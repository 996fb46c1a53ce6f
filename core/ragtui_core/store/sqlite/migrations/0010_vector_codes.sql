-- Two-bit codes of the vectors of a large index (vector_codes.py), in blocks that fill a
-- page each. An index without them is searched exactly; the next run that embeds adds them.

CREATE TABLE code_basis (
    epoch INTEGER PRIMARY KEY,       -- the revision at which all blocks were written
    center BLOB NOT NULL,            -- float32 per dimension
    scale BLOB NOT NULL
);

CREATE TABLE code_block (
    block INTEGER PRIMARY KEY,       -- of the chunks from 128 * block on
    revision INTEGER NOT NULL,       -- grows with every write of a block
    checksum INTEGER NOT NULL,       -- CRC-32 of the two columns below
    factors BLOB NOT NULL,           -- float32 per chunk; 0 for a chunk without a vector
    codes BLOB NOT NULL
);
CREATE INDEX code_block_revision ON code_block (revision);
