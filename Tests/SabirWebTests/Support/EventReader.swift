import Foundation
import NIOCore

/// Reads a stream of Server-Sent Events over a connection of its own.
final class EventReader: Sendable {
    struct Event: Sendable {
        let name: String
        let id: String?
        let data: String

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:]
        }
    }

    /// Nil at its end.
    let status: Int
    private let reading: Task<Void, Never>
    private let events: Events

    private actor Events {
        var iterator: AsyncStream<Event>.AsyncIterator
        init(_ stream: AsyncStream<Event>) { iterator = stream.makeAsyncIterator() }
        func next() async -> Event? {
            var copy = iterator
            let event = await copy.next(isolation: self)
            iterator = copy
            return event
        }
    }

    init(_ head: String, _ port: Int) async throws {
        let (stream, events) = AsyncStream.makeStream(of: Event.self)
        let (statuses, status) = AsyncStream.makeStream(of: Int.self)
        let channel = try await Phone.connection(port)
        reading = Task {
            try? await channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: head))
                var parser = Parser()
                for try await part in inbound {
                    for event in parser.take(part) { events.yield(event) }
                    if let code = parser.status { status.yield(code) }
                    if parser.isAtEnd { break }
                }
            }
            status.finish()
            events.finish()
        }
        var first = statuses.makeAsyncIterator()
        self.status = await first.next() ?? 0
        self.events = Events(stream)
    }

    /// Breaks the connection off.
    func close() { reading.cancel() }

    /// The next event; nil at the end of the stream.
    func next() async -> Event? { await events.next() }

    /// The next event of that name; others are passed over.
    func next(_ name: String) async -> Event? {
        while let event = await next() { if event.name == name { return event } }
        return nil
    }

    /// Everything to the end, by name.
    func rest() async -> [String] {
        var names: [String] = []
        while let event = await next() { names.append(event.name) }
        return names
    }

    /// Chunks (RFC 9112 §7.1) put together and cut into events.
    private struct Parser {
        private var raw = Data()
        private var text = Data()
        private var isPastHead = false
        private(set) var status: Int?
        /// The last chunk was read.
        private(set) var isAtEnd = false

        mutating func take(_ part: ByteBuffer) -> [Event] {
            raw.append(contentsOf: part.readableBytesView)
            if !isPastHead { readHead() }
            while isPastHead, readChunk() {}
            var events: [Event] = []
            while let end = text.range(of: Data("\n\n".utf8)) {
                if let event = Self.event(String(decoding: text[..<end.lowerBound], as: UTF8.self)) {
                    events.append(event)
                }
                text = Data(text[end.upperBound...])
            }
            return events
        }

        private mutating func readHead() {
            guard let end = raw.range(of: Data("\r\n\r\n".utf8)) else { return }
            status = Int(String(decoding: raw[..<end.lowerBound], as: UTF8.self).split(separator: " ")[1])
            raw = Data(raw[end.upperBound...])
            isPastHead = true
        }

        private mutating func readChunk() -> Bool {
            guard let line = raw.range(of: Data("\r\n".utf8)),
                let size = Int(String(decoding: raw[..<line.lowerBound], as: UTF8.self), radix: 16),
                raw.count >= line.upperBound + size + 2
            else { return false }
            text.append(raw[line.upperBound..<line.upperBound + size])
            raw = Data(raw[(line.upperBound + size + 2)...])
            isAtEnd = size == 0
            return !isAtEnd
        }

        private static func event(_ block: String) -> Event? {
            var (name, id, data) = ("", String?.none, "")
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
                switch parts[0] {
                case "event": name = String(value)
                case "id": id = String(value)
                case "data": data = String(value)
                default: break
                }
            }
            return name.isEmpty ? nil : Event(name: name, id: id, data: data)
        }
    }
}
