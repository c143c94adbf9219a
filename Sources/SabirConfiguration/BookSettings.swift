import Foundation

/// `[phrasebook]` and `[glossary]`: files of set sentences or of terms.
package struct BookSettings: Sendable, Equatable {
    /// The files, by default those in the folder `share`. Of equal sentences or concepts, that of the later file wins.
    package var files: [String] = []
}

extension BookSettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] { [.list("files", \.files, .file, count: 0...64, isLive: true)] }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        files = reader.located(files, at: path / "files")
    }
}

extension NodeConfiguration {
    /// Sets the phrasebook and the glossary that come with Sabir.
    mutating func setShippedBooks(from data: String?) {
        phrasebook.files = DataFolder.files(below: "phrasebook", endingIn: [".tmx"], in: data)
        glossary.files = DataFolder.files(below: "glossary", endingIn: [".csv", ".tbx"], in: data)
    }

    /// Resolves the configured files, relative to the configuration's folder or `share`; if none are configured, uses
    /// those that come with Sabir.
    mutating func locateBooks(at path: ConfigurationPath, in reader: ConfigurationReader) {
        let (phrases, terms) = (phrasebook.files, glossary.files)
        let data = DataFolder.locate(configured: node.dataDirectory, environment: reader.environment.variables)
        setShippedBooks(from: data)
        func isNamed(in table: String) -> Bool { reader.lines.isWritten(path / table / "files") }
        if isNamed(in: "phrasebook") { phrasebook.files = reader.shipped(phrases, in: data) }
        if isNamed(in: "glossary") { glossary.files = reader.shipped(terms, in: data) }
    }

    /// Warns of files of set sentences and terms that are missing or unreadable. A node starts without them.
    func checkBooks(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        guard translation.enabled else { return }
        for (name, files) in [("phrasebook", phrasebook.files), ("glossary", glossary.files)] {
            let key = path / name / "files"
            guard reader.areValid(key), !reader.isTorn(path / name) else { continue }
            for (index, file) in files.enumerated() where access(file, R_OK) != 0 {
                let why = String(cString: strerror(errno)).lowercased()
                reader.warn(
                    "\(printable(file, atMost: 200)) cannot be read (\(why)): a node starts without what is in it",
                    at: key / index)
            }
        }
    }
}

extension ConfigurationReader {
    /// Absolute paths: `~/` means the home folder, and a relative path starts at the configuration file's folder,
    /// wherever the process was started.
    fileprivate mutating func located(_ files: [String], at path: ConfigurationPath) -> [String] {
        if Set(files).count < files.count { report("a file stands there twice", at: path) }
        return files.map { name in
            name.hasPrefix("/") || name.hasPrefix("~/") ? environment.expandingHome(name) : folder + name
        }
    }

    /// The configuration file's folder with a slash at the end; empty for the working folder.
    private var folder: String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" }

    /// Replaces relative paths that do not exist from the configuration's folder by those of the folder `share`, where
    /// the files that come with Sabir are.
    fileprivate func shipped(_ files: [String], in data: String?) -> [String] {
        files.map { path in
            guard let data, path.hasPrefix(folder), !FileManager.default.fileExists(atPath: path) else { return path }
            let installed = data + "/" + path.dropFirst(folder.count)
            return FileManager.default.fileExists(atPath: installed) ? installed : path
        }
    }
}

extension ValueRule where Value == String {
    fileprivate static var file: ValueRule {
        matching("the path of a file; one that begins without / starts at the folder of this file") { text in
            (1..<1_024).contains(text.utf8.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        }
    }
}
