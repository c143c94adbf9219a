import SabirProtocol

extension AuthorID {
    /// Names a device in this history without its secret: SipHash-2-4 (Aumasson and Bernstein 2012) of the secret's
    /// UTF-8 under the history's own key. The secret cannot be computed from it, and ids of two histories cannot be
    /// compared.
    init(secret: String, key: SipKey) {
        let hash = SipKey.hash(Array(secret.utf8), key)
        self.init(value: Int64(bitPattern: hash == 0 ? 1 : hash))  // 0 in the database means nobody's
    }
}

/// The 128-bit key that makes author ids differ between histories.
struct SipKey: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    static func random() -> Self {
        Self(first: .random(in: .min ... .max), second: .random(in: .min ... .max))
    }

    var bytes: [UInt8] {
        [first, second].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } }
    }

    fileprivate static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func hash(_ message: [UInt8], _ key: SipKey) -> UInt64 {
        var state = SipState(key)
        let whole = message.count / 8 * 8
        for start in stride(from: 0, to: whole, by: 8) { state.absorb(word(message[start..<start + 8])) }
        state.absorb(UInt64(message.count & 0xFF) << 56 | word(message[whole...]))
        return state.finish()
    }
}

extension SipKey {
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        let bytes = Array(bytes)
        self.init(first: Self.word(bytes[0..<8]), second: Self.word(bytes[8..<16]))
    }
}

private struct SipState {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    init(_ key: SipKey) {
        v0 = key.first ^ 0x736f_6d65_7073_6575
        v1 = key.second ^ 0x646f_7261_6e64_6f6d
        v2 = key.first ^ 0x6c79_6765_6e65_7261
        v3 = key.second ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
        v3 ^= word
        rounds(2)
        v0 ^= word
    }

    mutating func finish() -> UInt64 {
        v2 ^= 0xFF
        rounds(4)
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func rounds(_ count: Int) {
        for _ in 0..<count {
            v0 &+= v1
            v1 = v1.rotated(by: 13) ^ v0
            v0 = v0.rotated(by: 32)
            v2 &+= v3
            v3 = v3.rotated(by: 16) ^ v2
            v0 &+= v3
            v3 = v3.rotated(by: 21) ^ v0
            v2 &+= v1
            v1 = v1.rotated(by: 17) ^ v2
            v2 = v2.rotated(by: 32)
        }
    }
}

extension UInt64 {
    fileprivate func rotated(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
