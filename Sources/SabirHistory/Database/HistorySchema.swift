import GRDB

/// The form of the database, by migrations: each is applied once, and none is ever changed.
enum HistorySchema {
    /// `PRAGMA application_id`: "Sabh" in ASCII, by which file(1) and this program recognise the file.
    static let applicationID = 0x5361_6268

    /// A `message` whose text is NULL was erased or has expired: its id is remembered for a day.
    /// A `block` is a stretch of 1,024 numbers of one room; `grams` and `ids` are made from its lines once it is full.
    /// `token` names a request to erase. Its `receipt` says how many lines were erased, and, once copied into a file
    /// written anew (`Rewriting`), that their bytes are gone too.
    /// A `device` has a device's author id, its member id in a room, the `first` number that it may see, and when it
    /// last came.
    /// `trigram` holds no text, only which three letters are in which row; `room.indexed` is the last indexed number.
    /// No reader sees lines up to `room.cleared`, emptied or not; lines up to `room.hidden` are hidden for as long as
    /// that is set (`ClearedRows`). `life.clock` is the last known time of the wall clock (`ClockDoubt`).
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE life (
                        one INTEGER PRIMARY KEY CHECK (one = 1),
                        boot TEXT NOT NULL, isSynchronous INTEGER NOT NULL, isClosed INTEGER NOT NULL,
                        purgeIsDue INTEGER NOT NULL, deviceKey BLOB NOT NULL
                    ) STRICT;
                    CREATE TABLE room (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                        epoch TEXT NOT NULL, newest INTEGER NOT NULL, indexed INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE sender (
                        number INTEGER PRIMARY KEY, room INTEGER NOT NULL, member TEXT NOT NULL, name TEXT NOT NULL,
                        author INTEGER NOT NULL, UNIQUE (room, member, name, author)
                    ) STRICT;
                    CREATE TABLE message (
                        id INTEGER PRIMARY KEY, ts INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
                        sender INTEGER NOT NULL, lang TEXT, text TEXT, spelled TEXT, reply TEXT, via TEXT
                    ) STRICT;
                    CREATE INDEX message_sender ON message (sender);
                    CREATE TABLE block (
                        id INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE grams (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
                    CREATE TABLE ids (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
                    CREATE TABLE erasure (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL, room TEXT, person TEXT,
                        first INTEGER, last INTEGER
                    ) STRICT;
                    CREATE TABLE receipt (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL, lines INTEGER NOT NULL,
                        isPurged INTEGER NOT NULL
                    ) STRICT;
                    CREATE VIRTUAL TABLE trigram USING fts5(
                        text, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1');
                    INSERT INTO trigram (trigram, rank) VALUES ('automerge', 0);
                    INSERT INTO trigram (trigram, rank) VALUES ('crisismerge', 1000);
                    PRAGMA application_id = \(applicationID);
                    """)
        }
        // The role that the host vouched for when it took the line; NULL for guests, and in earlier lines.
        migrator.registerMigration("role") { database in
            try database.execute(sql: "ALTER TABLE message ADD COLUMN role TEXT")
        }
        migrator.registerMigration("devices") { database in
            try database.execute(
                sql: """
                    CREATE TABLE device (
                        room INTEGER NOT NULL, author INTEGER NOT NULL, member TEXT NOT NULL, first INTEGER NOT NULL,
                        seen INTEGER NOT NULL, PRIMARY KEY (room, author)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        // Cleared lines cannot be read from this mark on, although they are emptied later.
        migrator.registerMigration("cleared") { database in
            try database.execute(sql: "ALTER TABLE room ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0")
        }
        // A line that its author took back keeps its place and has an empty text; retractions and corrections name
        // their line, in lower case.
        migrator.registerMigration("own words") { database in
            try database.execute(
                sql: """
                    ALTER TABLE message ADD COLUMN corrects TEXT;
                    ALTER TABLE message ADD COLUMN retracts TEXT;
                    ALTER TABLE message ADD COLUMN retracted INTEGER;
                    """)
        }
        // Retractions that have yet to be told as lines, each under this id: written when their lines are emptied,
        // deleted when they are told.
        migrator.registerMigration("retractions") { database in
            try database.execute(
                sql: "CREATE TABLE retraction (line INTEGER PRIMARY KEY, id TEXT NOT NULL) STRICT")
        }
        // The wording that a line translates, in lower case; `corrects` then names the line of that wording, so that
        // the translation is erased with it.
        migrator.registerMigration("confirms") { database in
            try database.execute(
                sql: """
                    ALTER TABLE message ADD COLUMN confirms TEXT;
                    CREATE INDEX message_confirms ON message (corrects) WHERE confirms IS NOT NULL;
                    """)
        }
        // For a clock in doubt, which hides lines and erases none.
        migrator.registerMigration("clock") { database in
            try database.execute(
                sql: """
                    ALTER TABLE room ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE life ADD COLUMN clock INTEGER;
                    """)
        }
        return migrator
    }()

    /// Lets this connection read a file of an earlier version, which only its writer may migrate: missing columns read
    /// as NULL.
    @Sendable static func readAsToday(_ database: Database) throws {
        let added = [
            ("message", ["role", "corrects", "retracts", "retracted", "confirms"].map { ($0, "NULL") }),
            ("room", [("cleared", "0"), ("hidden", "0")]),
        ]
        for (table, columns) in added {
            let present = try String.fetchSet(
                database, sql: "SELECT name FROM pragma_table_info(?, 'main')", arguments: [table])
            let missing = columns.filter { !present.contains($0.0) }.map { ", \($0.1) AS \($0.0)" }.joined()
            guard !present.isEmpty, !missing.isEmpty else { continue }
            try database.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT *\(missing) FROM main.\(table)")
        }
    }
}
