import Hummingbird
import Logging
import NIOCore
import SabirCore

/// A request's context: origin, cookies and identity of the device.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The request's cookies.
    var cookies = CookieHeader([])
    /// The cookies of the device and of its second side; empty if it sent none.
    var devices: [TabletSide: DeviceCookie] = [:]
    /// The token of a staff login; may be invalid.
    var staffToken: String?
    /// The proof of an earlier staff login; may be invalid.
    var knownStaff: String?
    /// The token of a device admitted to the setup; may be invalid.
    var setupToken: String?
    /// The token of a reviewer's device; may be invalid.
    var reviewToken: String?
    var origin: RequestOrigin

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        origin = RequestOrigin(source.channel, entrance: .plain)
    }

    var address: String { origin.address }
    var isLoopback: Bool { origin.isLoopback }
    var isSecure: Bool { origin.isSecure }

    /// The address and device that a staff login is tied to.
    var bearer: StaffSessions.Bearer {
        StaffSessions.Bearer(address: origin.whole, device: devices[.a], isSecure: isSecure)
    }
}

enum RemoteAddress {
    /// The channel's remote address; nil once the connection is gone.
    static func text(of channel: any Channel) -> String? {
        IPAddress(channel.remoteAddress)?.description
    }
}
