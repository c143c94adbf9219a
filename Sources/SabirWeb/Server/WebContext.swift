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
    var origin: RequestOrigin

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        origin = RequestOrigin(source.channel, entrance: .plain)
    }

    var address: String { origin.address }
    var isLoopback: Bool { origin.isLoopback }
    var isSecure: Bool { origin.isSecure }

    func checkIsLoopback() throws(WebRefusal) {
        guard isLoopback else { throw .forbidden("This is for the node's own machine.") }
    }

    /// The token of a staff login; may be invalid.
    var staffToken: String? { cookies[origin.cookies.staff] }
    /// The token of a reviewer's device; may be invalid.
    var reviewToken: String? { cookies[origin.cookies.review] }

    /// The address and device that a staff login is tied to.
    var bearer: StaffSessions.Bearer {
        StaffSessions.Bearer(address: origin.whole, device: devices[.a], isSecure: isSecure)
    }
}
