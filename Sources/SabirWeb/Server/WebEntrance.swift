/// One of the page's listeners, and what its connections can be trusted with.
enum WebEntrance: Sendable {
    /// Plain HTTP: everybody on the wifi can read along.
    case plain
    /// HTTPS with a certificate that proves the page's name to browsers ([web.tls]).
    case certified
    /// HTTPS with the node's own certificate, which browsers warn of once: for staff and passwords, beside plain HTTP.
    case own

    var isSecure: Bool { self != .plain }

    /// Cookies know no ports (RFC 6265 §8.5), and a browser lets plain HTTP neither read nor replace one that is `Secure`:
    /// with one name for both, whoever had opened the page over HTTPS could not use it over plain HTTP any more.
    var cookies: CookieNames { CookieNames(prefix: self == .own ? "__Host-" : "") }
}

/// What the page's cookies are called.
struct CookieNames: Sendable, Hashable {
    /// `__Host-` is taken by browsers only over HTTPS, for this host and all paths (RFC 6265bis §4.1.3.2).
    let prefix: String

    /// What a device is known by. The second side of a tablet has one of its own, so that it can be renewed for the
    /// next visitor.
    func device(_ face: TabletSide) -> String { prefix + (face == .a ? "sabir" : "sabir-b") }
    /// What a device shows of a room that it was in, of either side.
    func seat(_ face: TabletSide, _ room: String) -> String { "\(device(face))-seat-\(SeatCookie.mark(of: room))" }
    var staff: String { prefix + "sabir-staff" }
    /// Of a device that sets the place up.
    var setup: String { prefix + "sabir-setup" }
    /// Of a device that reviews a language.
    var review: String { prefix + "sabir-review" }
    /// That the device gave the right PIN before (``KnownDevices``).
    var knownStaff: String { prefix + "sabir-staff-known" }
}
