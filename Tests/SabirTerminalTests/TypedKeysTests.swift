import Testing

@testable import SabirTerminal

/// Keys as libedit gets them, out of bytes that come in pieces.
struct TypedKeysTests {
    private var keys = TypedKeys()
    private let start = ContinuousClock.now

    /// All that is there by now.
    private mutating func typed() -> String {
        var text = String.UnicodeScalarView()
        while let key = keys.next() { text.append(key) }
        return String(text)
    }

    private mutating func patience(after milliseconds: Int = 0) -> Int32? {
        keys.escapePatience(of: 50, now: start + .milliseconds(milliseconds))
    }

    @Test mutating func aLetterMayComeInPieces() {
        let bytes = Array("né".utf8)
        keys.add(bytes.dropLast())
        var texts = [typed()]
        keys.add(bytes.suffix(1))
        texts += [typed(), typed()]
        #expect(texts == ["n", "é", ""])
    }

    @Test mutating func aLoneEscapeWaitsForItsTimeAlone() {
        var left = [patience()]
        keys.add([0x1B])
        left += [patience(), patience(after: 20), patience(after: 3_600_000)]
        keys.dropLoneEscape()
        left.append(patience())
        #expect(left == [nil, 50, 30, 0, nil])
        keys.add(Array("a".utf8))
        let text = typed()
        #expect(text == "a", "It is no key with Alt.")
    }

    @Test mutating func anEscapeThatSomethingFollowsIsTheBeginningOfAKey() {
        keys.add([0x1B])
        var left = [patience()]
        keys.add(Array("[A".utf8))
        left.append(patience(after: 10))
        let text = typed()
        #expect(text == "\u{1B}[A")
        keys.add([0x1B])
        left.append(patience(after: 70))
        #expect(left == [50, nil, 50], "Each has its own time.")
    }
}
