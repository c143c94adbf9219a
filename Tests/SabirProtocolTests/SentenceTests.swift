import NIOCore
import Testing

@testable import SabirProtocol

@Suite struct SentenceTests {
    @Test func aRefusalSaysWhichCaseOfItsCodeItIs() throws {
        let fault = WireFault(.banned, "Out for 5 minutes.", as: "banned-for", ["n": "5"], fatal: true)
        let read = try Self.passed(fault)
        #expect(read == fault)
        #expect((read.sentence.name, read.sentence.values) == ("banned-for", ["n": "5"]))
    }

    @Test func aRefusalOfAnOlderHostIsToldByItsCode() throws {
        let read = try Self.read(#"{"type":"error","code":"locked","reason":"It is locked.","fatal":true}"#)
        #expect(read.sentence.name == nil && read.sentence.values.isEmpty)
        #expect(read.told.name == "locked" && read.told.english == "It is locked.")
    }

    @Test func whatANewerHostNamesIsBounded() throws {
        let many = (0..<20).map { #""k\#($0)":"\#(String(repeating: "x", count: 400))""# }.joined(separator: ",")
        let read = try Self.read(
            #"{"type":"error","code":"banned","reason":"x","detail":"some","values":{\#(many),"n":7},"fatal":true}"#)
        #expect(read.sentence.values.count == Sentence.mostValues)
        #expect(read.sentence.values.values.allSatisfy { $0.unicodeScalars.count == Sentence.longestValue })
        let named = try Self.read(
            #"{"type":"error","code":"banned","reason":"x","detail":"Not a name","values":{"n":"5"},"fatal":true}"#)
        #expect(named.sentence.name == nil && named.sentence.values.isEmpty)
    }

    @Test func whatANewerHostNamesIsCleaned() throws {
        let read = try Self.read(
            #"{"type":"error","code":"banned","reason":"x","detail":"d","values":{"n":"a\u001b[31m\nb"},"fatal":true}"#)
        #expect(read.sentence.values == ["n": "a[31mb"])
    }

    @Test func whatFollowsASentenceIsPartOfIt() {
        let whole = Sentence("One.", as: "one").followed(by: [Sentence("Two.", as: "two"), "Three."])
        #expect(whole.english == "One. Two. Three.")
        #expect(whole.name == "one" && whole.further.map(\.name) == ["two", nil])
    }

    private static func passed(_ fault: WireFault) throws -> WireFault {
        var out = FrameEncoder()
        out.append(HostPacket.error(fault))
        var frame = out.take()
        let length = frame.readInteger(as: UInt32.self).map(Int.init) ?? 0
        let body = frame.readSlice(length: length)
        return try refused(try #require(body))
    }

    private static func read(_ json: String) throws -> WireFault { try refused(ByteBuffer(string: json)) }

    private static func refused(_ body: ByteBuffer) throws -> WireFault {
        guard case .error(let fault) = try HostPacket(body: body) else {
            throw WireFault(.badPacket, "This is no error.")
        }
        return fault
    }
}
