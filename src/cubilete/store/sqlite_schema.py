"""The SQLite file's tables, as the scripts that made them."""

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        plan TEXT NOT NULL,
        over INTEGER NOT NULL DEFAULT 0,
        changed INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (table_id, n)
    ) WITHOUT ROWID;
    CREATE TABLE places (
        owner TEXT NOT NULL,
        table_id TEXT NOT NULL REFERENCES tables (id),
        PRIMARY KEY (owner, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """,
    "CREATE TABLE records (name TEXT PRIMARY KEY, record TEXT NOT NULL);",
    """
    CREATE TABLE used (token TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE generations (owner TEXT PRIMARY KEY, lowest INTEGER NOT NULL) WITHOUT ROWID;
    """,
    # Days since 1970, for housekeeping. Rows from before count as used on the day of the migration.
    """
    ALTER TABLE tables ADD COLUMN changed_day INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET changed_day = CAST(strftime('%s', 'now') AS INTEGER) / 86400;
    CREATE INDEX unfinished ON tables (changed_day) WHERE over = 0;
    ALTER TABLE records ADD COLUMN looked_day INTEGER NOT NULL DEFAULT 0;
    UPDATE records SET looked_day = CAST(strftime('%s', 'now') AS INTEGER) / 86400;
    """,
    # Keys are those of `AnalysisStore`; a report is empty until it is finished.
    "CREATE TABLE analyses (game TEXT PRIMARY KEY, report TEXT NOT NULL DEFAULT '');",
    # Kinds and keys are those of `DocumentStore`; `change` orders a person's documents.
    """
    CREATE TABLE documents (
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        content TEXT NOT NULL,
        owner TEXT NOT NULL,
        revision INTEGER NOT NULL DEFAULT 1,
        change INTEGER NOT NULL,
        PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;
    CREATE INDEX documents_of ON documents (owner, kind) WHERE owner <> '';
    CREATE INDEX document_changes ON documents (change);
    """,
    # The day since 1970 on which a document was last changed or used, for housekeeping.
    """
    ALTER TABLE documents ADD COLUMN used_day INTEGER NOT NULL DEFAULT 0;
    UPDATE documents SET used_day = CAST(strftime('%s', 'now') AS INTEGER) / 86400;
    CREATE INDEX used_evenings ON documents (used_day) WHERE kind = 'evening';
    """,
)
"""The scripts from each version of the file to the next. Files of every version are in use, so
scripts are only appended."""
