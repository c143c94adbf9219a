import SabirCore

/// In `hello`: the guest has a password and offers to prove it. Its nonce is part of what both sides prove.
package struct PasswordOffer: Hashable, Sendable {
    /// 16–128 characters of base64url, new for each connection.
    package let nonce: String

    package init(nonce: String) { self.nonce = nonce }
}

/// How a password becomes a key: scrypt (RFC 7914) with these numbers.
package struct PasswordCost: Hashable, Sendable {
    /// `n`: a power of two.
    package let rounds: Int
    /// `r`
    package let blockSize: Int
    /// `p`
    package let parallelism: Int

    package init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}

/// The host's answer to an offer at a room with a password.
package struct PasswordChallenge: Hashable, Sendable {
    /// The room's id.
    package let room: String
    /// 16–128 characters of base64url, as is `nonce`, which is new for each challenge.
    package let salt: String
    package let cost: PasswordCost
    package let nonce: String

    package init(room: String, salt: String, cost: PasswordCost, nonce: String) {
        self.room = room
        self.salt = salt
        self.cost = cost
        self.nonce = nonce
    }
}

extension PasswordOffer {
    /// Reads `auth` of a hello; nil where it has an unknown form: it then counts as absent.
    init?(_ json: JSONObject) throws(WireFault) {
        guard let nonce = try json.string("nonce") else { return nil }
        self.init(nonce: try Self.token(nonce, "nonce"))
    }

    /// The proven lines may contain neither a line feed nor anything that can be guessed.
    static func token(_ text: String, _ key: StaticString, _ length: ClosedRange<Int> = 16...128) throws(WireFault)
        -> String
    {
        guard length.contains(text.utf8.count), Base64URL.isText(text) else {
            throw WireFault(
                .badPacket,
                "\"\(key)\" is not \(length.lowerBound) to \(length.upperBound) characters of base64url.")
        }
        return text
    }
}

extension PasswordChallenge {
    init(_ json: JSONObject) throws(WireFault) {
        guard let cost = try json.object("scrypt") else {
            throw WireFault(.badPacket, "The challenge has no \"scrypt\".")
        }
        self.init(
            room: try json.required("room"), salt: try PasswordOffer.token(try json.required("salt"), "salt"),
            cost: PasswordCost(
                rounds: try cost.required("n"), blockSize: try cost.required("r"),
                parallelism: try cost.required("p")),
            nonce: try PasswordOffer.token(try json.required("nonce"), "nonce"))
    }
}

/// A proof as it is sent: 32 bytes in base64url without padding.
enum PasswordProof {
    static let length = 43

    static func text(_ json: JSONObject) throws(WireFault) -> String {
        guard let text = try json.string("proof") else { throw WireFault(.badPacket, "The packet has no \"proof\".") }
        return try PasswordOffer.token(text, "proof", length...length)
    }
}

extension JSONWriter {
    mutating func challenge(_ challenge: PasswordChallenge) {
        field("room", challenge.room)
        field("salt", challenge.salt)
        field("scrypt") {
            $0.field("n", challenge.cost.rounds)
            $0.field("r", challenge.cost.blockSize)
            $0.field("p", challenge.cost.parallelism)
        }
        field("nonce", challenge.nonce)
    }
}
