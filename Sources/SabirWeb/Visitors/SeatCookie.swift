import Crypto
import SabirCore
import SabirProtocol

/// The cookie by which a room recognizes a device after it began a new epoch: the room's token for this device, and the
/// epoch of that token. Useless for any other device.
struct SeatCookie: Sendable, Hashable {
    /// The cookie's lifetime in seconds: a month, longer than lines in memory usually last.
    static let maximumAge = 2_592_000

    let epoch: String
    let token: String

    var value: String { "\(epoch).\(token)" }

    init(epoch: String, token: String) { (self.epoch, self.token) = (epoch, token) }

    /// Reads a cookie's value; nil unless it has the form of a seat's. Epochs of nodes contain no full stop.
    init?(_ value: String) {
        guard value.utf8.count <= 512, let stop = value.firstIndex(of: ".") else { return nil }
        self.init(epoch: String(value[..<stop]), token: String(value[value.index(after: stop)...]))
    }

    /// A room's mark in a cookie's name: 16 characters, whatever its id.
    static func mark(of room: String) -> String { Base64URL.text(of: SHA256.hash(data: Array(room.utf8)).prefix(12)) }

    /// The point from which the visitor resumes, with the token as proof. Uses `last`, the page's own number, if it is
    /// of the same epoch; a reloaded page has none.
    func resume(after last: Hello.Resume?) -> Hello.Resume {
        guard let last, last.epoch != epoch else {
            return Hello.Resume(epoch: epoch, seq: last?.seq ?? 0, token: token)
        }
        return last
    }
}
