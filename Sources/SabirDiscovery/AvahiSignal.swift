/// A report of the Avahi library as a plain value. `token` names the reporting object; tokens are never reused, so a
/// late report of a released object is recognized and dropped.
enum AvahiSignal: Sendable {
    case status(AvahiStatus)
    case client(token: Int, ClientState)
    case group(token: Int, GroupState)
    case browser(token: Int, BrowserReport)
    case resolver(token: Int, ResolverReport)

    /// Reported by avahi_client_new's callback.
    enum ClientState: Sendable {
        /// D-Bus answers, but avahi-daemon does not run.
        case waitingForDaemon
        /// The daemon is choosing its host name: everything must be announced again afterwards.
        case registering
        case running
        case failed(reason: String)
    }

    /// Reported by avahi_entry_group_new's callback.
    enum GroupState: Sendable {
        case established, collision
        case failed(reason: String)
    }

    enum BrowserReport: Sendable {
        case appeared(ServiceInstance)
        case disappeared(ServiceInstance)
        case failed(reason: String)
    }

    enum ResolverReport: Sendable {
        case resolved(Resolution)
        /// No answer within Avahi's 5 s. The resolver keeps listening and may still succeed.
        case failed(reason: String)
    }
}

/// Avahi's answer about an instance, before its record is checked.
struct Resolution: Hashable, Sendable {
    let instance: ServiceInstance
    let host: String
    let address: RoomAddress
    let port: UInt16
    /// The record's strings; none once `RoomRecord` has been read from them: strangers decide how many there are.
    var txt: [String]
}

/// Whether rooms can be announced and found at the moment.
enum AvahiStatus: Hashable, Sendable {
    case unavailable(reason: String)
    case registering
    case running
}

/// The `userdata` of a C callback: the object's token and the queue for its reports.
///
/// Retained when the callback is registered, and released once the C object is freed. libavahi frees it under the
/// poll's lock, so no callback of a freed object runs.
final class CallbackBox: Sendable {
    private let token: Int
    private let queue: ReportQueue

    init(token: Int, queue: ReportQueue) {
        self.token = token
        self.queue = queue
    }

    /// The box behind `userdata`, which must come from `Unmanaged.passRetained` of this type.
    static func recover(_ userdata: UnsafeMutableRawPointer?) -> CallbackBox? {
        userdata.map { Unmanaged<CallbackBox>.fromOpaque($0).takeUnretainedValue() }
    }

    func report(_ signal: (_ token: Int) -> AvahiSignal) { queue.report(signal(token)) }
}
