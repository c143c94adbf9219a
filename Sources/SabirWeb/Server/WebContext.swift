import Hummingbird
import Logging
import NIOCore

/// What is known of a request besides itself.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// What identifies the device, or the second face of it; none where it sent no cookie.
    var devices: [Face: DeviceCookie] = [:]
    /// The token of a staff login, valid or not.
    var staffToken: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The remote address, as text; IPv4 as such also over a socket for both.
    var address: String { RemoteAddress.text(of: channel) }
    var isLoopback: Bool { RemoteAddress.isLoopback(address) }
}

enum RemoteAddress {
    static func text(of channel: any Channel) -> String {
        let text = channel.remoteAddress?.ipAddress ?? "?"
        return text.hasPrefix("::ffff:") ? String(text.dropFirst("::ffff:".count)) : text
    }

    static func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }
}
