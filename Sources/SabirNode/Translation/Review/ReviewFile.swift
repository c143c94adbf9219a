import Foundation
import Logging
import SabirCore

/// All judgements of reviewers: `reviews.jsonl` in the state directory, mode 0600, append-only, written by a running
/// node and by commands. One JSON object on each line.
package struct ReviewFile: Sendable {
    /// Most bytes of the file.
    package static let most = 16 << 20

    private let path: String

    package init(stateDirectory: String) { path = stateDirectory + "/reviews.jsonl" }

    /// - Returns: the records, and how many lines Sabir did not write; these stay in the file and do not count.
    package func read() throws(NodeError) -> (records: [ReviewRecord], damaged: Int) {
        guard let text = try PrivateFile(path: path).text(atMost: Self.most) else { return ([], 0) }
        let decoder = JSONDecoder()
        var (records, damaged): ([ReviewRecord], Int) = ([], 0)
        for line in text.split(separator: "\n") {
            if let record = try? decoder.decode(ReviewRecord.self, from: Data(line.utf8)) {
                records.append(record)
            } else {
                damaged += 1
            }
        }
        return (records, damaged)
    }

    /// The current judgements; logs how many lines do not count.
    func state(_ logger: Logger) throws(NodeError) -> ReviewState {
        let (records, damaged) = try read()
        if damaged > 0 { logger.warning("reviews.jsonl: lines that cannot be read are ignored: \(damaged)") }
        return ReviewState(records)
    }

    /// Returns once the records are on the disk.
    package func append(_ records: [ReviewRecord]) throws(NodeError) {
        guard !records.isEmpty else { return }
        let encoder = JSONEncoder.sorted
        let (size, isCutOff) = end
        // Starts a new line after one that was cut off.
        var data = isCutOff ? Data([UInt8(ascii: "\n")]) : Data()
        for record in records {
            guard let line = try? encoder.encode(record) else { continue }
            data += line + [UInt8(ascii: "\n")]
        }
        guard size + data.count <= Self.most else {
            throw NodeError(description: "\(path) is full (\(Self.most >> 20) MiB). Export it and begin a new one.")
        }
        let folder = (path as NSString).deletingLastPathComponent
        FileSystem.makeFolder(folder)
        try orNodeError { try PrivateFile(path: path).append(data, by: .several) }
        if size == 0 { FileSystem.synchronize(folder) }
    }

    /// Adds the missing records and returns their number.
    package func merge(_ records: [ReviewRecord]) throws(NodeError) -> Int {
        let known = Set(try read().records)
        var seen: Set<ReviewRecord> = []
        let fresh = records.filter { !known.contains($0) && seen.insert($0).inserted }
        try append(fresh)
        return fresh.count
    }

    private var end: (size: Int, isCutOff: Bool) {
        guard let file = FileHandle(forReadingAtPath: path) else { return (0, false) }
        defer { try? file.close() }
        guard let size = try? file.seekToEnd(), size > 0, (try? file.seek(toOffset: size - 1)) != nil else {
            return (0, false)
        }
        return (Int(size), (try? file.read(upToCount: 1)) != Data([UInt8(ascii: "\n")]))
    }
}
