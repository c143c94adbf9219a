import CNATS
import Glibc
import Synchronization

/// A node's one connection to the cluster, for all its rooms.
///
/// Only this folder imports the C library, whose objects have locks of their own: any thread may use them. Its
/// callbacks come on its own threads, copy what they are given, and put one value into a ``SignalBox``. Requests that
/// wait for an answer run on ``RequestQueues``.
final class NATSConnection: Sendable {
    enum Event: Sendable, Hashable {
        case connected, disconnected
        /// The library has given up for good, as it does when servers refuse the login twice; ``renew()`` connects
        /// anew.
        case ended(reason: String)
    }

    /// A connection of the library and what belongs to it; they stay valid, closed or not, until `grace` after they
    /// were replaced.
    private struct Held: @unchecked Sendable {
        // Unchecked in name alone: the pointers never change, and the library locks the objects behind them.
        let pointer: OpaquePointer
        let context: OpaquePointer?
        /// When the connection was replaced.
        var retired: ContinuousClock.Instant?

        func free() {
            if let context { jsCtx_Destroy(context) }
            natsConnection_Close(pointer)
            natsConnection_Destroy(pointer)
        }
    }

    /// How long an ended connection and its objects are kept after they were replaced: a call that has just been given
    /// the pointer lasts for seconds at most (``NATSStream/patience``).
    static let grace = Duration.seconds(60)

    private struct State: Sendable {
        /// The last one is in use.
        var held: [Held] = []
        var isOver = false
    }

    let settings: ClusterSettings
    private let node: String
    private let events: SignalBox<Event>
    let results = PublishResults()
    /// Rooms read the pointers on any thread while another thread replaces them.
    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// The connection in use, and those replaced within `grace`.
    var heldCount: Int { state.withLock(\.held.count) }

    var pointer: OpaquePointer { inUse.pointer }
    /// The library's JetStream context, one for all rooms: each context has a thread of its own, on which the answers
    /// to published messages come. Nil where the library is out of memory, as its calls then say.
    var context: OpaquePointer? { inUse.context }
    private var inUse: Held { state.withLock { $0.held[$0.held.count - 1] } }

    /// Connects now or as soon as a server can be reached, and again after every loss, until it is closed. Waits for a
    /// first answer. Throws where the servers answer and refuse this node, or are not who they should be.
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

    /// Waits. Connects again after ``Event/ended(reason:)``; throws where the servers still refuse this node.
    func renew() throws(ClusterError) { try connect(isPatient: false) }

    /// Closes the connection. No callback runs afterwards.
    func close() {
        let held = state.withLock { state in
            state.isOver = true
            return state.held
        }
        for one in held {
            // Sends what is still in the buffer.
            if natsConnection_Status(one.pointer) == NATS_CONN_STATUS_CONNECTED {
                natsConnection_FlushTimeout(one.pointer, 500)
            }
            natsConnection_Close(one.pointer)
            natsConnection_Destroy(one.pointer)
        }
    }

    // MARK: Connecting

    /// Tries first without the library's own retries, which hide why servers cannot be used.
    private func connect(isPatient: Bool) throws(ClusterError) {
        do throws(ConnectFailure) {
            try keep(attempt(retries: false))
        } catch {
            guard isPatient, error.mayPass else { throw refusal(error) }
            do throws(ConnectFailure) { try keep(attempt(retries: true)) } catch { throw refusal(error) }
        }
    }

    private func keep(_ made: OpaquePointer) {
        let one = Held(pointer: made, context: results.context(on: made))
        let now = now()
        let (isLate, ended) = state.withLock { state -> (Bool, [Held]) in
            guard !state.isOver else { return (true, []) }
            if !state.held.isEmpty { state.held[state.held.count - 1].retired = now }
            let ended = state.held.filter { $0.retired.map { now - $0 > Self.grace } ?? false }
            state.held.removeAll { $0.retired.map { now - $0 > Self.grace } ?? false }
            state.held.append(one)
            return (false, ended)
        }
        for one in ended { one.free() }
        guard !isLate else { return one.free() }
        if natsConnection_Status(made) == NATS_CONN_STATUS_CONNECTED { events.put(.connected) }
    }

    private func refusal(_ failure: ConnectFailure) -> ClusterError {
        let servers = settings.servers.joined(separator: ", ")
        return ClusterError("The cluster at \(servers) cannot be used: \(failure.reason(settings)).")
    }

    private func attempt(retries: Bool) throws(ConnectFailure) -> OpaquePointer {
        let options = try NATSOptions(settings, node: node)
        let box = Unmanaged.passRetained(events)
        do throws(ConnectFailure) {
            try options.setCallbacks(box.toOpaque(), retries: retries)
            var made: OpaquePointer?
            let status = natsConnection_Connect(&made, options.pointer)
            guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let made else { throw ConnectFailure(status) }
            return made
        } catch {
            // The library makes no callback for a connection that was never made.
            box.release()
            throw error
        }
    }

    // MARK: Subscriptions

    /// Passed to the callbacks.
    private final class Hearer: Sendable {
        let heard: @Sendable (OpaquePointer) -> Void
        init(_ heard: @escaping @Sendable (OpaquePointer) -> Void) { self.heard = heard }
    }

    /// Subscribes. `heard` gets each message on the library's threads, for as long as callbacks may come; the message
    /// is freed afterwards.
    func subscribe(
        to subject: UnsafePointer<CChar>, _ heard: @escaping @Sendable (OpaquePointer) -> Void
    ) -> (subscription: OpaquePointer?, status: natsStatus) {
        let hearer = Unmanaged.passRetained(Hearer(heard))
        var made: OpaquePointer?
        let status = natsConnection_Subscribe(
            &made, pointer, subject,
            { _, _, message, closure in
                guard let message, let closure else { return }
                Unmanaged<Hearer>.fromOpaque(closure).takeUnretainedValue().heard(message)
                natsMsg_Destroy(message)
            }, hearer.toOpaque())
        guard status == NATS_OK, let made else {
            hearer.release()
            return (nil, status)
        }
        // Releases the hearer once no callback can come.
        natsSubscription_SetOnCompleteCB(made, { Unmanaged<Hearer>.fromOpaque($0!).release() }, hearer.toOpaque())
        return (made, status)
    }

    /// Sends the message that flow control waits for.
    func answer(_ reply: String) { natsConnection_PublishString(pointer, reply, "") }

    static func reason(_ status: natsStatus) -> String {
        natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    }
}

/// Why no server could be used.
struct ConnectFailure: Error {
    let status: natsStatus
    /// The reason in the library's words; for TLS, the problem and its certificate.
    let detail: String
    /// The option that was rejected; empty where servers were asked.
    let option: String

    /// Describes the last failure on this thread.
    init(_ status: natsStatus, option: String = "") {
        self.status = status
        self.option = option
        detail = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    }

    /// Whether the failure may pass: a server that is away comes back; one that refuses, or is not who it should be,
    /// fails again.
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

    /// The reason in `SSL handshake error: CODE:WORDS:depth=…`, the form in this version of the library.
    private var tlsReason: String {
        let parts = detail.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        let words = parts.dropFirst(2).first { !$0.isEmpty && Int($0) == nil && !$0.hasPrefix("SSL handshake") }
        return "the certificate that a server there shows is not to be trusted (\(words ?? detail)); see ca"
    }
}
