import Foundation

/// One mistake in a phrasebook or glossary file, described for the person who keeps it.
package struct ExchangeFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name as the caller gave it; empty for data without a file.
    package var file = ""
    /// Counted from one; nil if the problem has no line, such as a file that cannot be opened.
    package var line: Int?
    /// A sentence that says what is wrong and what to do.
    package var message: String
    /// Whether no part of the file can be used.
    package var isOfWholeFile = false

    /// `clinic.tmx:12: This unit has no sentence.`
    package var description: String {
        let place = [file, line.map(String.init) ?? ""].filter { !$0.isEmpty }.joined(separator: ":")
        return place.isEmpty ? message : "\(place): \(message)"
    }

    func inFile(_ name: String) -> ExchangeFileProblem {
        ExchangeFileProblem(file: name, line: line, message: message)
    }

    /// The same problem, marked as making the whole file unusable.
    var ofWholeFile: ExchangeFileProblem {
        ExchangeFileProblem(file: file, line: line, message: message, isOfWholeFile: true)
    }
}

/// Reads a phrasebook or glossary file.
enum ExchangeFile {
    /// Ten times the largest phrasebook that a person would maintain by hand.
    static let maximumBytes = 16 << 20

    /// Reads a file by `read`; every problem names the file.
    static func contents<Content>(
        of path: String, _ read: (Data) throws(ExchangeFileProblem) -> (Content, [ExchangeFileProblem])
    ) throws(ExchangeFileProblem) -> (Content, [ExchangeFileProblem]) {
        do {
            let (content, problems) = try read(data(path))
            return (content, problems.map { $0.inFile(path) })
        } catch {
            throw error.inFile(path)
        }
    }

    /// Reads files in the given order by `read`. Files that cannot be read are left out and reported as whole.
    static func contents<Content>(
        of paths: [String], _ read: (Data) throws(ExchangeFileProblem) -> (Content, [ExchangeFileProblem])
    ) -> (contents: [Content], problems: [ExchangeFileProblem]) {
        paths.reduce(into: ([], [])) { all, path in
            do throws(ExchangeFileProblem) {
                let (content, problems) = try contents(of: path, read)
                all.0.append(content)
                all.1 += problems
            } catch {
                all.1.append(error.ofWholeFile)
            }
        }
    }

    private static func data(_ path: String) throws(ExchangeFileProblem) -> Data {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ExchangeFileProblem(file: path, message: "There is no such file.")
        }
        guard !isFolder.boolValue else {
            throw ExchangeFileProblem(file: path, message: "This is a folder. Name a file in it.")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ExchangeFileProblem(file: path, message: "This user may not read it (see: ls -l).")
        }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: maximumBytes + 1) ?? Data() else {
            throw ExchangeFileProblem(file: path, message: "Reading it failed.")
        }
        return data
    }

    /// Decodes UTF-8, or UTF-16 with its byte order mark, as TMX 1.4b ("Encoding") requires. A wrong byte is an error,
    /// because a replaced letter would make a wrong sentence.
    static func text(_ data: Data) throws(ExchangeFileProblem) -> String {
        guard data.count <= maximumBytes else {
            throw ExchangeFileProblem(message: "The file is longer than \(maximumBytes >> 20) MiB. Divide it.")
        }
        let decoded: String? =
            switch (data.first, data.dropFirst().first) {
            case (0xFF, 0xFE): utf16(data.dropFirst(2)) { UInt16($0) | UInt16($1) << 8 }
            case (0xFE, 0xFF): utf16(data.dropFirst(2)) { UInt16($0) << 8 | UInt16($1) }
            default:
                String(validating: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data, as: UTF8.self)
            }
        guard let decoded else { throw ExchangeFileProblem(line: line(ofFaultIn: data), message: notUnicode) }
        return decoded
    }

    private static let notUnicode =
        "These bytes are not UTF-8. Save the file as UTF-8 (UTF-16 needs its byte order mark)."

    private static func utf16(_ bytes: Data, _ join: (UInt8, UInt8) -> UInt16) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { join(bytes[$0], bytes[$0 + 1]) }
        return String(validating: units, as: UTF16.self)
    }

    /// The line of the first invalid byte; nil for UTF-16.
    private static func line(ofFaultIn data: Data) -> Int? {
        guard data.first != 0xFF, data.first != 0xFE else { return nil }
        let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
    }
}
