-- Vectors are in lists instead of HNSW: the number of lists, and how many a search reads.
-- Without an index all vectors are compared, until the next run makes one.
ALTER TABLE model RENAME COLUMN ef_search TO probes;
ALTER TABLE model ADD COLUMN lists int;
UPDATE model SET probes = NULL;
DO $$
DECLARE hnsw regclass;
BEGIN
    FOR hnsw IN
        SELECT indexrelid FROM pg_index
        JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
        WHERE indrelid = to_regclass('ragtui.embedding') AND amname = 'hnsw'
    LOOP
        EXECUTE 'DROP INDEX ' || hnsw;
    END LOOP;
END $$;
