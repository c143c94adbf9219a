import GRDB

/// The form of the database, by migrations: each is applied once, and none is ever changed.
enum HistorySchema {
    /// `PRAGMA application_id`: "Sabh" in ASCII, by which file(1) and we know the file.
    static let applicationID = 0x5361_6268

    /// A `message` whose text is NULL is one that was erased or has expired: its id is remembered for a day.
    /// A `block` is a stretch of 1,024 numbers of one room; `grams` and `ids` are made of its lines once it is full.
    /// `message.role` is what the host vouched for of a line's author; NULL for guests. A line that its author took back
    /// keeps its place and has an empty text. What corrects or takes back a line names it, in lower case; `confirms` is
    /// the wording that a line translates, and `corrects` then the line that it is a wording of, so that it goes with that.
    /// A `retraction` has yet to be told as a line of its own, which is to bear this id: it is written with the emptying
    /// of its `line`, and gone with that line.
    /// `token` names a request to erase; its `receipt` says how many lines went, and, once it has been copied into a
    /// file written anew (`Rewriting`), that their bytes went too.
    /// A `device` is what stands for one in a room, its member id there, the `first` number that it may see, and when it
    /// came last.
    /// `trigram` holds no text, only which three letters stand in which row; `room.indexed` says how far it goes.
    /// Lines up to `room.cleared` are gone for every reader, emptied or not; those up to `room.hidden` are for as long
    /// as that says so (`ClearedRows`). `life.clock` is where the clock on the wall was last (`ClockDoubt`).
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE life (
                        one INTEGER PRIMARY KEY CHECK (one = 1),
                        boot TEXT NOT NULL, isSynchronous INTEGER NOT NULL, isClosed INTEGER NOT NULL,
                        purgeIsDue INTEGER NOT NULL, deviceKey BLOB NOT NULL, clock INTEGER
                    ) STRICT;
                    CREATE TABLE room (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                        epoch TEXT NOT NULL, newest INTEGER NOT NULL, indexed INTEGER NOT NULL,
                        cleared INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE TABLE sender (
                        number INTEGER PRIMARY KEY, room INTEGER NOT NULL, member TEXT NOT NULL, name TEXT NOT NULL,
                        author INTEGER NOT NULL, UNIQUE (room, member, name, author)
                    ) STRICT;
                    CREATE TABLE message (
                        id INTEGER PRIMARY KEY, ts INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
                        sender INTEGER NOT NULL, lang TEXT, text TEXT, spelled TEXT, reply TEXT, via TEXT, role TEXT,
                        corrects TEXT, retracts TEXT, retracted INTEGER, confirms TEXT
                    ) STRICT;
                    CREATE INDEX message_sender ON message (sender);
                    CREATE INDEX message_confirms ON message (corrects) WHERE confirms IS NOT NULL;
                    CREATE TABLE retraction (line INTEGER PRIMARY KEY, id TEXT NOT NULL) STRICT;
                    CREATE TABLE device (
                        room INTEGER NOT NULL, author INTEGER NOT NULL, member TEXT NOT NULL, first INTEGER NOT NULL,
                        seen INTEGER NOT NULL, PRIMARY KEY (room, author)
                    ) STRICT, WITHOUT ROWID;
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
        // Files of before 1.0.0 name these steps, which led from their first form to the one above.
        for step in ["role", "devices", "cleared", "own words", "retractions", "confirms", "clock"] {
            migrator.registerMigration(step) { _ in }
        }
        return migrator
    }()

    /// Whether the file is in the form of before 1.0.0, which is not read: its rooms have no mark for hidden lines.
    static func isTooOld(_ database: Database) throws -> Bool {
        let columns = try String.fetchSet(database, sql: "SELECT name FROM pragma_table_info('room')")
        return !columns.isEmpty && !columns.contains("hidden")
    }
}
