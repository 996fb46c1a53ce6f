-- Tables of ragtui 0.2, whose number is 14: those from which rights and vectors are taken,
-- and of chunks the columns that are read. Many vaults are in one schema.
CREATE TABLE schema_version (version int NOT NULL);

CREATE TABLE vault (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    version bigint NOT NULL DEFAULT 0,
    deletions_accepted timestamptz,
    restricted bool NOT NULL DEFAULT false,
    schema int NOT NULL DEFAULT 0
);

CREATE TABLE readable (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    team text COLLATE "C" NOT NULL,
    folder text COLLATE "C" NOT NULL,
    PRIMARY KEY (vault, team, folder)
);

CREATE TABLE meta (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    PRIMARY KEY (vault, key)
);

CREATE TABLE model (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    id int NOT NULL,
    name text COLLATE "C" NOT NULL,
    dimension int NOT NULL,
    probes int,
    lists int,
    PRIMARY KEY (vault, id),
    UNIQUE (vault, name)
);

CREATE TABLE chunk (
    vault int NOT NULL,
    id int NOT NULL,
    embedding_key bytea NOT NULL,
    PRIMARY KEY (vault, id)
);

CREATE EXTENSION vector SCHEMA public;
CREATE TABLE embedding (vault int, model int, chunk int, embedding halfvec);
