import CNATS
import Glibc
import Synchronization

/// A node's one connection to the cluster, for all its rooms.
///
/// Only this folder imports the C library, whose objects lock themselves: any thread may use them. Its callbacks come
/// on its own threads, copy what they are given, and put one value into a ``SignalBox``. Requests that wait for an
/// answer run on ``RequestQueues``.
final class NATSConnection: Sendable {
    enum Event: Sendable, Hashable {
        case connected, disconnected
        /// The library has given up for good, as it does when servers refuse the login twice; ``renew()`` begins
        /// anew.
        case ended(reason: String)
    }

    /// A connection of the library's; it stays valid, closed or not, until it has been retired for the time of grace.
    private struct Held: @unchecked Sendable {
        // Unchecked in name alone: the pointer is never changed, and the library locks what it points to.
        let pointer: OpaquePointer
        /// When another came in its place.
        var retired: ContinuousClock.Instant?
    }

    /// For how long a connection that has ended, and what belongs to it, is kept after another is in its place: a call
    /// that has just been handed its pointer lasts for seconds at most (``NATSStream/patience``).
    static let grace = Duration.seconds(60)

    private struct State: Sendable {
        /// The one in use is the last.
        var held: [Held] = []
        var isOver = false
    }

    private let settings: ClusterSettings
    private let node: String
    private let events: SignalBox<Event>
    /// Rooms ask for the pointer on any thread while it is replaced on another.
    private let state = Mutex(State())
    let now: @Sendable () -> ContinuousClock.Instant

    /// Connections that are kept: the one in use, and those that ended within `grace`.
    var heldCount: Int { state.withLock(\.held.count) }

    var pointer: OpaquePointer { state.withLock { $0.held[$0.held.count - 1] }.pointer }

    /// Connects now or as soon as a server can be reached, and again after every loss, for as long as it is open.
    /// Waits for a first answer. Throws where the servers answer and refuse this node, or are not who they should be.
    init(
        _ settings: ClusterSettings, node: String, events: SignalBox<Event>,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws(ClusterError) {
        self.now = now
        nats_SetMessageDeliveryPoolSize(2)
        self.settings = settings
        self.node = node
        self.events = events
        try connect(isPatient: true)
    }

    /// Waits. After ``Event/ended(reason:)``: throws where the servers refuse this node still.
    func renew() throws(ClusterError) { try connect(isPatient: false) }

    /// No callback runs after it.
    func close() {
        let held = state.withLock { state in
            state.isOver = true
            return state.held
        }
        for one in held {
            // What was said last goes out.
            if natsConnection_Status(one.pointer) == NATS_CONN_STATUS_CONNECTED {
                natsConnection_FlushTimeout(one.pointer, 500)
            }
            natsConnection_Close(one.pointer)
            natsConnection_Destroy(one.pointer)
        }
    }

    // MARK: Connecting

    /// First without the library's own patience, which does not tell why servers cannot be used.
    private func connect(isPatient: Bool) throws(ClusterError) {
        do throws(ConnectFailure) {
            try keep(attempt(retries: false))
        } catch {
            guard isPatient, error.mayPass else { throw refusal(error) }
            do throws(ConnectFailure) { try keep(attempt(retries: true)) } catch { throw refusal(error) }
        }
    }

    private func keep(_ made: OpaquePointer) {
        let one = Held(pointer: made)
        let now = now()
        let (isLate, ended) = state.withLock { state -> (Bool, [Held]) in
            guard !state.isOver else { return (true, []) }
            if !state.held.isEmpty { state.held[state.held.count - 1].retired = now }
            let ended = state.held.filter { $0.retired.map { now - $0 > Self.grace } ?? false }
            state.held.removeAll { $0.retired.map { now - $0 > Self.grace } ?? false }
            state.held.append(one)
            return (false, ended)
        }
        for one in ended {
            natsConnection_Close(one.pointer)
            natsConnection_Destroy(one.pointer)
        }
        guard !isLate else {
            natsConnection_Close(made)
            return natsConnection_Destroy(made)
        }
        if natsConnection_Status(made) == NATS_CONN_STATUS_CONNECTED { events.put(.connected) }
    }

    private func refusal(_ failure: ConnectFailure) -> ClusterError {
        let servers = settings.servers.joined(separator: ", ")
        return ClusterError("The cluster at \(servers) cannot be used: \(failure.reason(settings)).")
    }

    private func attempt(retries: Bool) throws(ConnectFailure) -> OpaquePointer {
        let options = try NATSOptions(settings, node: node)
        let box = Unmanaged.passRetained(events)
        do {
            try options.setCallbacks(box.toOpaque(), retries: retries)
        } catch {
            box.release()
            throw error
        }
        var made: OpaquePointer?
        let status = natsConnection_Connect(&made, options.pointer)
        guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let made else {
            // The library makes no callback of a connection that never was.
            box.release()
            throw ConnectFailure(status)
        }
        return made
    }

    static func reason(_ status: natsStatus) -> String {
        natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    }
}

/// Why no server was taken.
struct ConnectFailure: Error {
    let status: natsStatus
    /// In the library's words; of TLS, what is wrong with which certificate.
    let detail: String
    /// The option that was not accepted; empty where servers were asked.
    let option: String

    /// The last failure on this thread.
    init(_ status: natsStatus, option: String = "") {
        self.status = status
        self.option = option
        detail = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    }

    /// A server that is away comes back; one that refuses, or is not who it should be, does so again.
    var mayPass: Bool {
        guard option.isEmpty else { return false }
        let isFinal = [
            NATS_CONNECTION_AUTH_FAILED, NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED,
            NATS_SECURE_CONNECTION_REQUIRED, NATS_INVALID_ARG, NATS_ADDRESS_MISSING,
        ].contains(status)
        return !isFinal
    }

    func reason(_ settings: ClusterSettings) -> String {
        guard option.isEmpty else { return "NATS does not accept \(option): \(NATSConnection.reason(status))" }
        switch status {
        case NATS_CONNECTION_AUTH_FAILED:
            return settings.login == .none
                ? "its servers ask who this node is; give it credentials_file, or user and password_file"
                : "its servers refuse \(settings.login)"
        case NATS_SECURE_CONNECTION_WANTED:
            return "a server there does not speak TLS, and nothing is sent in the clear"
        case NATS_SSL_ERROR: return tlsReason
        default: return NATSConnection.reason(status)
        }
    }

    /// Out of `SSL handshake error: CODE:WORDS:depth=…`, as this version of the library says it.
    private var tlsReason: String {
        let parts = detail.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        let words = parts.dropFirst(2).first { !$0.isEmpty && Int($0) == nil && !$0.hasPrefix("SSL handshake") }
        return "the certificate that a server there shows is not to be trusted (\(words ?? detail)); see ca"
    }
}
