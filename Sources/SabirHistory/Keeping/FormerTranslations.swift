import SabirCore

/// `translations.sqlite`, in which programs before 1.0.0 kept translated lines in plain text where `[translation]
/// disk_cache` was on. No program reads the file any more, and what members wrote stands in it.
package enum FormerTranslations {
    /// The database, SQLite's log and its index, and a damaged database that was moved aside.
    private static let suffixes = ["", "-wal", "-shm", ".damaged"]

    /// Deletes all files of the database.
    ///
    /// - Returns: the database's path; nil where none of its files was there.
    package static func delete(in stateDirectory: String) throws(PrivateFileError) -> String? {
        let path = stateDirectory + "/translations.sqlite"
        var isFound = false
        for suffix in suffixes {
            if try PrivateFile(path: path + suffix).remove() { isFound = true }
        }
        return isFound ? path : nil
    }
}
