import Foundation
import Testing

@testable import SabirTerminal

@Suite("Lines from and to what is no terminal")
struct LineReaderTests {
    @Test("Lines, an over-long one, invalid bytes and an unfinished last line")
    func reads() async throws {
        let (input, output) = (Pipe(), Pipe())
        let reader = try LineReader(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
        let writing = input.fileHandleForWriting
        let writer = Task.detached {
            writing.write(Data("one\r\n\nдва\n".utf8))
            writing.write(Data(repeating: UInt8(ascii: "x"), count: LineReader.longestLine + 1))
            writing.write(Data([0x0A, 0x61, 0xFF, 0x62, 0x0A]) + Data("last".utf8))
            try writing.close()
        }
        var events: [LineEvent] = []
        for await event in reader.events { events.append(event) }
        #expect(
            events == [
                .line("one"), .line(""), .line("два"), .overlong(limit: 65_536), .line("a\u{FFFD}b"), .line("last"),
                .end,
            ])
        try await writer.value
        reader.close()
    }

    @Test("Far more lines than may wait all arrive, in order")
    func backPressure() async throws {
        let (input, output) = (Pipe(), Pipe())
        let reader = try LineReader(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
        let writing = input.fileHandleForWriting
        let writer = Task.detached {
            for start in stride(from: 0, to: 50_000, by: 500) {
                writing.write(Data((start..<start + 500).map { "\($0)\n" }.joined().utf8))
            }
            try writing.close()
        }
        var next = 0
        for await event in reader.events where event != .end {
            guard event == .line("\(next)") else { break }
            next += 1
        }
        #expect(next == 50_000)
        try await writer.value
        reader.close()
    }

    @Test("Printing writes the words and line ends, nothing else")
    func prints() async throws {
        let (input, output) = (Pipe(), Pipe())
        let reader = try LineReader(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
        reader.setPrompt("> ")
        reader.print(["anna: hello", "boris: привет"])
        reader.close()
        reader.print(["goodbye"])
        try output.fileHandleForWriting.close()
        let written = try #require(try output.fileHandleForReading.readToEnd())
        #expect(String(decoding: written, as: UTF8.self) == "anna: hello\nboris: привет\ngoodbye\n")
        #expect(reader.columns == Int.max)
    }

    @Test("Closing ends the events while nothing comes in")
    func closes() async throws {
        let (input, output) = (Pipe(), Pipe())
        let reader = try LineReader(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
        reader.close()
        reader.close()
        var events = reader.events.makeAsyncIterator()
        #expect(await events.next() == nil)
        try input.fileHandleForWriting.close()
    }

    @Test("Lines are the same however the bytes are cut", arguments: 1...12)
    func splits(size: Int) {
        let bytes = Array("añadir\r\n护士\nabcdefghijklmnop\nend".utf8)
        var splitter = LineSplitter(limit: 12)
        var events: [LineEvent] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            events += splitter.add(bytes[start..<min(start + size, bytes.count)])
        }
        events += splitter.finish().map { [$0] } ?? []
        #expect(events == [.line("añadir"), .line("护士"), .overlong(limit: 12), .line("end")])
    }

    @Test("UTF-8 is the same however the bytes are cut", arguments: 1...7)
    func decodes(size: Int) {
        let bytes = Array("aé护👍".utf8) + [0xC3, 0x28, 0xF0, 0x9F, 0x41, 0x80, 0xFF, 0x42]
        var decoder = ScalarDecoder()
        var text = String.UnicodeScalarView()
        for start in stride(from: 0, to: bytes.count, by: size) {
            text.append(contentsOf: decoder.decode(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(String(text) == String(decoding: bytes, as: UTF8.self))
    }
}
