import SabirCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// Packets whose fields come from the bounds of what there is, from what others said and are, and from nowhere: as JSON,
/// since what is tried is what reads it.
struct LifePackets {
    var random: SplitMix64
    /// What is known of the room by now.
    var epochs = ["", "e1", "another"]
    var newest = 0
    var ids: [MessageID] = []
    var members = ["m0", "m1", "mzzzz", "m3w5e11264sgsf", "x", ""]
    var tokens: [String] = ["", "x"]
    private var made: UInt64 = 0

    init(seed: UInt64) { random = SplitMix64(state: seed) }

    static let devices = ["device a", "device b", "device c"]

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    private mutating func number() -> String {
        let bounds = [
            "0", "1", "2", "-1", "100", "101", "43200", "43201", "65536", "9007199254740990", "9007199254740991",
            "9007199254740992", "9223372036854775807", "-9223372036854775808", "1e400", "0.5", "1e2", "null", "\"1\"",
        ]
        return chance(2) ? "\(max(0, newest + pick([-3, -2, -1, 0, 1, 2])))" : pick(bounds)
    }

    mutating func newID() -> MessageID {
        made += 1
        return MessageID { [made, random.next()].reduce(0, ^) }
    }

    private mutating func id() -> String {
        if chance(20) { return pick(["null", "5", "\"\"", "\"no id\"", "\"00000000-0000-0000-0000-000000000000\""]) }
        return "\"\(ids.isEmpty || chance(2) ? newID() : pick(ids))\""
    }

    private mutating func member() -> String { "\"\(pick(members))\"" }

    private mutating func text() -> String {
        pick(["hola", "", "\\u0000", "\\ud800", "a\\nb", String(repeating: "x", count: 500), "\\u202e"])
    }

    private mutating func lang() -> String { pick(["es", "ca", "ar", "und", "xx-x-y", "not a tag", ""]) }

    private mutating func object(_ type: String, _ fields: [(String, String)]) -> String {
        let kept = fields.filter { _ in !chance(12) }
        return "{" + (["\"type\":\"\(type)\""] + kept.map { "\"\($0)\":\($1)" }).joined(separator: ",") + "}"
    }

    mutating func hello(withPassword: Bool = false) -> String {
        var fields = [
            ("protocol", "1"), ("name", "\"\(pick(["anna", "Anna", "borja", "carla"]))\""), ("lang", "\"es\""),
        ]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: fields.append(("device", "\"\(LifeHost.staffKey)\""))
        case 1:
            fields.append(("device", "\"\(LifeHost.relayKey)\""))
            fields.append(
                ("relay", "{\"node\":\"n\(pick([1, 2]))\",\"space\":\(chance(3) ? number() : "5"),\"side\":\"s\"}"))
        case 2...6: fields.append(("device", "\"\(pick(Self.devices))\""))
        default: break
        }
        if chance(2) {
            let token = chance(2) ? ",\"token\":\"\(pick(tokens))\"" : ""
            fields.append(("resume", "{\"epoch\":\"\(pick(epochs))\",\"seq\":\(number())\(token)}"))
        }
        if chance(10) || withPassword { fields.append(("auth", "{\"nonce\":\"5GI3dcyfc7PzpQIET4ItZmhY\"}")) }
        let kept = chance(20) ? fields.filter { _ in !chance(4) } : fields
        return "{" + (["\"type\":\"hello\""] + kept.map { "\"\($0)\":\($1)" }).joined(separator: ",") + "}"
    }

    /// `mark`: what the sender's own pings are known by.
    mutating func packet(_ mark: String) -> String {
        switch Int.random(in: 0..<34, using: &random) {
        case 0..<10: return message()
        case 10: return object("profile", [("name", "\"\(pick(["anna", "b", ""]))\""), ("lang", "\"\(lang())\"")])
        case 11: return object("who", [("after", member())])
        case 12: return object("ping", [("nonce", "\"\(mark)\(number().filter(\.isNumber))\"")])
        case 13: return object("unclear", [("id", id())])
        case 14: return person()
        case 15:
            return object(
                "translate",
                [("id", "\"q\""), ("source", "\"es\""), ("target", "\"\(lang())\""), ("texts", "[\"\(text())\"]")])
        case 16: return object("pairs", [])
        case 17...21: return object("history", [("before", number()), ("limit", number())])
        case 22: return object("report", [("id", id()), ("member", member()), ("text", "\"\(text())\"")])
        case 23...26: return staff()
        case 27: return object("rooms", [("after", id())])
        case 28: return proof()
        case 29: return hello()
        case 30: return object("bye", [])
        case 31: return pick(["{}", "[]", "{\"type\":5}", "nothing", "{\"type\":\"later\",\"n\":1}", "\u{1}"])
        default: return ofARelay()
        }
    }

    mutating func message() -> String {
        var fields = [("id", id()), ("message", "\"\(text())\""), ("lang", "\"\(pick(["es", "ca", "ar"]))\"")]
        if chance(4) { fields.append(("reply", id())) }
        if chance(6) { fields.append((pick(["corrects", "retracts", "confirms"]), id())) }
        if chance(6) { fields.append(("for", carried())) }
        return object("message", fields)
    }

    mutating func proof() -> String {
        object("proof", [("proof", "\"\(String(repeating: chance(4) ? "C" : "A", count: 43))\"")])
    }

    /// Asks an author, or everybody, for a person; or says what became of such a call.
    private mutating func person() -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return object("person", [("id", id())])
        case 1: return object("person", [("about", id()), ("wish", "\"private\"")])
        case 2: return object("person", [])
        default:
            let member = chance(2) ? [("member", self.member())] : []
            return object("help", member + [("state", "\"\(pick(["open", "coming", "done", "later"]))\"")])
        }
    }

    private mutating func carried() -> String {
        let id = chance(2) ? member() : "\"m\(String(5 << 40 + UInt64(pick([1, 2])), radix: 36))\""
        let author = chance(2) ? ",\"author\":\"\(pick(Self.devices))\"" : ""
        return "{\"id\":\(id),\"name\":\"far\",\"lang\":\"es\"\(author)}"
    }

    private mutating func staff() -> String {
        let act = pick([
            "mute", "unmute", "remove", "ban", "lock", "unlock", "topic", "notice", "clear", "close", "open", "open",
            "unban", "bans", "later",
        ])
        return object(
            "staff",
            [
                ("act", "\"\(act)\""), ("member", member()), ("minutes", number()), ("text", "\"\(text())\""),
                ("lang", "\"es\""), ("scope", "\"\(pick(["device", "address", "both"]))\""),
            ])
    }

    private mutating func ofARelay() -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return object("behind", [("members", "[\(carried()),\(carried())]"), ("left", "[\(member())]")])
        case 1:
            let packet =
                "{\"type\":\"person\",\"member\":\(member()),\"from\":\"far\",\"lang\":\"es\",\"contact\":\"\"}"
            return object("deliver", [("packet", packet), ("member", member())])
        case 2: return object("vouch", [("certificate", "\"abc\"")])
        default:
            let relay = "{\"member\":\(member()),\"up\":true,\"behind\":\(number()),\"held\":\(number())}"
            return object("standing", [("seq", number()), ("held", number()), ("relays", "[\(relay)]")])
        }
    }
}
