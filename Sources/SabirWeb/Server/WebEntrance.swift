/// A listener of the page, by how far its connections can be trusted.
enum WebEntrance: Sendable {
    /// Plain HTTP, which anybody on the wifi can overhear.
    case plain
    /// HTTPS with a certificate that proves the page's name to browsers ([web.tls]).
    case certified
    /// HTTPS with the node's own certificate, which browsers warn of once: for staff and passwords, beside plain HTTP.
    case own

    var isSecure: Bool { self != .plain }

    /// The names of this listener's cookies. HTTPS beside plain HTTP needs its own: cookies are shared between ports
    /// (RFC 6265 §8.5), and over plain HTTP a browser can neither send nor replace a `Secure` cookie. With the same
    /// names, whoever had opened the page over HTTPS could no longer use it over plain HTTP.
    var cookies: CookieNames { CookieNames(prefix: self == .own ? "__Host-" : "") }
}

/// The names of the page's cookies.
struct CookieNames: Sendable, Hashable {
    /// `__Host-` limits a cookie to HTTPS, this host and all paths (RFC 6265bis §4.1.3.2).
    let prefix: String

    /// The cookie that identifies a device. The second side of a tablet has its own, so that it can be renewed for the
    /// next visitor.
    func device(_ face: TabletSide) -> String { prefix + (face == .a ? "sabir" : "sabir-b") }
    /// The cookie for a device's return to a room, for either side.
    func seat(_ face: TabletSide, _ room: String) -> String { "\(device(face))-seat-\(SeatCookie.mark(of: room))" }
    var staff: String { prefix + "sabir-staff" }
    /// The cookie of a device that sets up the place.
    var setup: String { prefix + "sabir-setup" }
    /// The cookie of a reviewer's device.
    var review: String { prefix + "sabir-review" }
    /// The cookie of a device that gave the right PIN before (``KnownDevices``).
    var knownStaff: String { prefix + "sabir-staff-known" }
}
