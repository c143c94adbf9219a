/// Cuts a stream of bytes into lines of at most `limit` bytes. Never holds more than `limit` bytes of a line.
struct LineSplitter {
    let limit: Int
    private var begun: [UInt8] = []
    private var isSkipping = false

    init(limit: Int) {
        self.limit = limit
    }

    /// The lines that `bytes` complete. LF and CR LF end a line.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [LineEvent] {
        var events: [LineEvent] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                events.append(endLine())
            } else if begun.count < limit {
                begun.append(byte)
            } else {
                isSkipping = true
            }
        }
        return events
    }

    /// What follows the last line ending when the input ends.
    mutating func finish() -> LineEvent? {
        begun.isEmpty ? nil : endLine()
    }

    private mutating func endLine() -> LineEvent {
        defer {
            begun.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        if isSkipping { return .overlong(limit: limit) }
        if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
        return .line(String(decoding: begun, as: UTF8.self))
    }
}
