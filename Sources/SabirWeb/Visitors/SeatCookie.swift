import Crypto
import SabirCore
import SabirProtocol

/// What a device shows of a room that it was in, so that it is known there after the room has begun anew: the room's
/// own token for this device, and the epoch that it was given in. Worth nothing to any other device.
struct SeatCookie: Sendable, Hashable {
    /// A month, in seconds: longer than lines in memory usually last.
    static let maximumAge = 2_592_000

    let epoch: String
    let token: String

    var value: String { "\(epoch).\(token)" }

    init(epoch: String, token: String) { (self.epoch, self.token) = (epoch, token) }

    /// Nil unless it has the form of one made here. An epoch that a node makes has no full stop.
    init?(_ value: String) {
        guard value.utf8.count <= 512, let stop = value.firstIndex(of: ".") else { return nil }
        self.init(epoch: String(value[..<stop]), token: String(value[value.index(after: stop)...]))
    }

    /// The room in a cookie's name: of 16 characters, whatever its id.
    static func mark(of room: String) -> String { Base64URL.text(of: SHA256.hash(data: Array(room.utf8)).prefix(12)) }

    /// Where the visitor goes on from, with this for a proof: `last` as its page says, where it is of the same epoch. A
    /// page that was loaded anew says nothing.
    func resume(after last: Hello.Resume?) -> Hello.Resume {
        guard let last, last.epoch != epoch else {
            return Hello.Resume(epoch: epoch, seq: last?.seq ?? 0, token: token)
        }
        return last
    }
}
