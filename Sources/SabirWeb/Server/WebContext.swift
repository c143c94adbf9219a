import Hummingbird
import Logging
import NIOCore
import SabirCore

/// What is known of a request besides itself.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// All of the request.
    var cookies = CookieHeader([])
    /// What identifies the device, or the second side of it; none where it sent no cookie.
    var devices: [TabletSide: DeviceCookie] = [:]
    /// The token of a staff login, valid or not.
    var staffToken: String?
    /// What the device shows of an earlier staff login, valid or not.
    var knownStaff: String?
    /// The token of a device that was let in to set the place up, valid or not.
    var setupToken: String?
    /// The token of a device that reviews a language, valid or not.
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

    /// Whom a login of staff is for.
    var bearer: StaffSessions.Bearer {
        StaffSessions.Bearer(address: origin.whole, device: devices[.a], isSecure: isSecure)
    }
}

enum RemoteAddress {
    /// Nil once the connection is gone.
    static func text(of channel: any Channel) -> String? {
        IPAddress(channel.remoteAddress)?.description
    }
}
