/// What the Avahi library reports, as plain values. `token` names the object that reports; tokens are never used
/// twice, so that a late report of a released object is known by its token and dropped.
enum AvahiSignal: Sendable {
    case status(AvahiStatus)
    case client(token: Int, ClientState)
    case group(token: Int, GroupState)
    case browser(token: Int, BrowserReport)
    case resolver(token: Int, ResolverReport)

    /// avahi_client_new's callback.
    enum ClientState: Sendable {
        /// D-Bus answers, avahi-daemon does not run.
        case waitingForDaemon
        /// The daemon is settling its host name: what it announced must be announced again afterwards.
        case registering
        case running
        case failed(reason: String)
    }

    /// avahi_entry_group_new's callback.
    enum GroupState: Sendable {
        case registering, established, collision
        case failed(reason: String)
    }

    enum BrowserReport: Sendable {
        case appeared(ServiceInstance)
        case disappeared(ServiceInstance)
        case failed(reason: String)
    }

    enum ResolverReport: Sendable {
        case resolved(Resolution)
        /// No answer within Avahi's 5 s. The resolver goes on listening and may still resolve.
        case failed(reason: String)
    }
}

/// What Avahi found out about an instance, before its record is judged.
struct Resolution: Sendable {
    let instance: ServiceInstance
    let host: String
    let address: RoomAddress
    let port: UInt16
    let txt: [String]
}

/// Whether anything can be announced or found at the moment.
enum AvahiStatus: Hashable, Sendable {
    case unavailable(reason: String)
    case registering
    case running
}

/// What a C callback is handed as its `userdata`: whom it speaks for and where to.
///
/// Retained when the callback is registered and released once the C object behind it is freed, which libavahi does
/// under the poll's lock: no callback of a freed object runs.
final class CallbackBox: Sendable {
    private let token: Int
    private let queue: ReportQueue

    init(token: Int, queue: ReportQueue) {
        self.token = token
        self.queue = queue
    }

    /// The box behind `userdata`, which was made by `Unmanaged.passRetained` of this very type.
    static func recover(_ userdata: UnsafeMutableRawPointer?) -> CallbackBox? {
        userdata.map { Unmanaged<CallbackBox>.fromOpaque($0).takeUnretainedValue() }
    }

    func report(_ signal: (_ token: Int) -> AvahiSignal) { queue.report(signal(token)) }
}
