import Foundation

/// `avahi-host.sh` at work: one machine of the private network, until this process ends.
actor Machine {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let orders = Pipe()
    private let answers: AsyncStream<String>
    /// The process whose network namespace the machine is.
    let pid: Int32

    init(folder: URL, name: String, wiredTo other: Int32? = nil) async throws {
        let output = Pipe()
        answers = Self.lines(of: output.fileHandleForReading)
        process.executableURL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "avahi-host.sh")
        process.arguments = [folder.path, name] + (other.map { [String($0)] } ?? [])
        process.standardInput = orders
        process.standardOutput = output
        try process.run()
        let line = try await first(of: answers)
        guard line.hasPrefix("ready "), let pid = Int32(line.dropFirst(6)) else { throw Failure(description: line) }
        self.pid = pid
    }

    func order(_ order: String) async throws {
        try orders.fileHandleForWriting.write(contentsOf: Data("\(order)\n".utf8))
        let answer = try await first(of: answers)
        guard answer == "done \(order)" else { throw Failure(description: "\(order): \(answer)") }
    }

    /// Whole lines as they come, until the output ends.
    private static func lines(of output: FileHandle) -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                var rest = Data()
                // Returns as soon as there is something; empty at the end.
                while case let chunk = output.availableData, !chunk.isEmpty {
                    rest += chunk
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        continuation.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                        rest = Data(rest[rest.index(after: end)...])
                    }
                }
                continuation.finish()
            }
        }
    }
}
