import Foundation
import Glibc

/// `[phrasebook]`: set sentences with stored translations, for which no engine is asked.
package struct PhrasebookSettings: Sendable, Equatable {
    /// TMX files; where two have the same sentence, the later one wins. Those of the folder `share` by default.
    package var files: [String] = []
}

/// `[glossary]`: names that translations keep, use or avoid.
package struct GlossarySettings: Sendable, Equatable {
    /// TBX or CSV files; where two have the same concept, the later one wins. Those of the folder `share` by default.
    package var files: [String] = []
}

extension PhrasebookSettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] { [.list("files", \.files, .file, count: 0...64, isLive: true)] }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        files = reader.located(files, at: path / "files")
    }
}

extension GlossarySettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] { [.list("files", \.files, .file, count: 0...64, isLive: true)] }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        files = reader.located(files, at: path / "files")
    }
}

extension NodeConfiguration {
    /// The phrasebook and the glossary that come with Sabir.
    mutating func setShippedBooks(from data: String?) {
        phrasebook.files = DataFolder.files(below: "phrasebook", endingIn: [".tmx"], in: data)
        glossary.files = DataFolder.files(below: "glossary", endingIn: [".csv", ".tbx"], in: data)
    }

    /// Files that the configuration names, as they are found from its folder or from `share`; where it names none,
    /// those that come with Sabir.
    mutating func locateBooks(at path: ConfigurationPath, in reader: ConfigurationReader) {
        let (phrases, terms) = (phrasebook.files, glossary.files)
        let data = DataFolder.locate(configured: node.dataDirectory, environment: reader.environment.variables)
        setShippedBooks(from: data)
        func isNamed(in table: String) -> Bool { reader.lines.isWritten(path / table / "files") }
        if isNamed(in: "phrasebook") { phrasebook.files = reader.shipped(phrases, in: data) }
        if isNamed(in: "glossary") { glossary.files = reader.shipped(terms, in: data) }
    }

    /// Files of set sentences and terms that are not there, or may not be read. A node starts without them.
    func checkBooks(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        guard translation.enabled else { return }
        for (name, files) in [("phrasebook", phrasebook.files), ("glossary", glossary.files)] {
            let key = path / name / "files"
            guard reader.accepted(key), !reader.isTorn(path / name) else { continue }
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
    /// Paths as the process can open them: `~/` is the home folder, and a relative one begins in the folder of the
    /// configuration file, wherever the process was started.
    fileprivate mutating func located(_ files: [String], at path: ConfigurationPath) -> [String] {
        if Set(files).count < files.count { report("a file stands there twice", at: path) }
        let end = file.lastIndex(of: "/")
        let folder = end.map { String(file[...$0]) } ?? ""
        return files.map { name in
            name.hasPrefix("/") || name.hasPrefix("~/") ? environment.expandingHome(name) : folder + name
        }
    }
}

extension ConfigurationReader {
    /// A relative path that leads nowhere from the file's folder is one in the folder `share`, where there is such a file:
    /// there lies what comes with Sabir.
    func shipped(_ files: [String], in data: String?) -> [String] {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        return files.map { path in
            guard let data, path.hasPrefix(folder), !FileManager.default.fileExists(atPath: path) else { return path }
            let installed = data + "/" + path.dropFirst(folder.count)
            return FileManager.default.fileExists(atPath: installed) ? installed : path
        }
    }
}

extension ValueRule where Value == String {
    fileprivate static var file: ValueRule {
        ValueRule(allowed: "the path of a file; one that begins without / starts at the folder of this file") { value in
            guard case .text(let text) = value, (1..<1_024).contains(text.utf8.count) else { return nil }
            return text.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : text
        }
    }
}
