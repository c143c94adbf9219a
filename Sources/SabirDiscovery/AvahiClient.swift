import CAvahi
import Logging
import SabirCore

/// The connection to avahi-daemon, one for a process, shared by ``Advertiser`` and ``Browser``.
///
/// While the client is open, it waits with a bounded back-off for a daemon or a D-Bus that goes away. Without either,
/// everything still works and finds nothing.
///
/// Owns every Avahi object. All C calls are made on the actor's queue and under the threaded poll's lock; callbacks
/// arrive on the poll's thread, copy their arguments and push one value into a stream. Only this file and its
/// `AvahiClient+…` extensions import CAvahi.
package actor AvahiClient {
    typealias Box = CallbackBox

    /// One session of the C client: from a connection to D-Bus to its loss.
    struct Session {
        let token: Int
        let pointer: OpaquePointer
        let box: Unmanaged<Box>
    }

    /// An entry group, browser or resolver, and the box given to its callbacks.
    struct Child {
        let pointer: OpaquePointer
        let box: Unmanaged<Box>
        let free: (OpaquePointer?) -> Int32
    }

    private enum Phase { case new, open, closed }

    static let anyInterface = AvahiIfIndex(AVAHI_IF_UNSPEC)
    static let anyProtocol = AvahiProtocol(AVAHI_PROTO_UNSPEC)

    /// The most reports buffered for a slow owner; beyond that the session starts anew. Far above the daemon's own
    /// bound of objects for one client (1,024), each of which rarely reports.
    static let signalBound = 4_096

    /// Owns all state of discovery: libavahi's calls wait for D-Bus, up to 25 s if a daemon hangs.
    private let executor = QueueExecutor(label: "sabir.discovery")
    private let logger: Logger
    private var phase = Phase.new
    private var poll: OpaquePointer?
    private(set) var session: Session?
    var children: [Int: Child] = [:]
    private var subscribers: [Int: ReportQueue] = [:]
    private var status: AvahiStatus?
    /// Whether an outage was reported that has not ended.
    private var isOut = false
    private var delay = Backoff(first: .seconds(1), longest: .seconds(10))
    private var retry: Task<Void, Never>?
    private var lastToken = 0
    /// Reports the client's own states, of which there are few.
    private let states = ReportQueue(bound: AvahiClient.signalBound, overflowed: {})

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens nothing before ``open()``.
    package init(logger: Logger = Logger(label: "sabir.discovery")) {
        self.logger = logger
    }

    /// Connects as soon as D-Bus and the daemon are there. Must be matched by ``close()``, which frees the C library's
    /// objects.
    package func open() {
        guard phase == .new else { return }
        phase = .open
        guard let poll = avahi_threaded_poll_new() else { return setStatus(.unavailable(reason: "Out of memory.")) }
        guard avahi_threaded_poll_start(poll) == 0 else {
            avahi_threaded_poll_free(poll)
            return setStatus(.unavailable(reason: "The thread for Avahi could not be started."))
        }
        self.poll = poll
        let signals = states.signals
        Task { [weak self] in
            for await signal in signals { await self?.handle(signal) }
        }
        connect()
    }

    /// Withdraws everything, frees it and ends every stream. May be called at any time, repeatedly.
    package func close() {
        guard phase != .closed else { return }
        phase = .closed
        retry?.cancel()
        // Joins the thread before anything is freed, so that no callback runs from here on.
        if let poll { avahi_threaded_poll_stop(poll) }
        disconnect()
        if let poll { avahi_threaded_poll_free(poll) }
        poll = nil
        states.finish()
        for subscriber in subscribers.values { subscriber.finish() }
        subscribers = [:]
    }
}

extension AvahiClient {
    private func connect() {
        guard phase == .open, let poll else { return }
        let token = takeToken()
        let box = Unmanaged.passRetained(Box(token: token, queue: states))
        var code: Int32 = 0
        let made = locked {
            avahi_client_new(
                avahi_threaded_poll_get(poll), AVAHI_CLIENT_NO_FAIL, Self.reportClient, box.toOpaque(), &code)
        }
        guard let made else {
            box.release()
            return retryLater(because: Self.reason(code))
        }
        session = Session(token: token, pointer: made, box: box)
    }

    /// Frees the C client with all its children, then the callbacks' boxes, which no callback can reach any more.
    private func disconnect() {
        guard let session else { return }
        locked { avahi_client_free(session.pointer) }
        session.box.release()
        for child in children.values { child.box.release() }
        children = [:]
        self.session = nil
    }

    private func handle(_ signal: AvahiSignal) {
        guard case .client(let token, let state) = signal, token == session?.token else { return }
        switch state {
        case .waitingForDaemon:
            delay.reset()
            setStatus(.unavailable(reason: "avahi-daemon is not running."))
        case .registering:
            setStatus(.registering)
        case .running:
            delay.reset()
            setStatus(.running)
        case .failed(let reason):
            disconnect()
            retryLater(because: reason)
        }
    }

    /// Starts a new session after reports were lost: the daemon tells a new session everything once more.
    private func beginAnew() {
        guard session != nil else { return }
        disconnect()
        for subscriber in subscribers.values { subscriber.beginAnew() }
        retryLater(because: "More was reported at once than could be taken in; everything is asked for again.")
    }

    private func retryLater(because reason: String) {
        setStatus(.unavailable(reason: reason))
        let pause = delay.next()
        retry = Task { [weak self] in
            try? await Task.sleep(for: pause)
            guard !Task.isCancelled else { return }
            await self?.connect()
        }
    }

    /// Reports a status once for each outage: a second reason for the same silence is no news.
    private func setStatus(_ new: AvahiStatus) {
        status = new
        switch new {
        case .unavailable(let reason):
            guard !isOut else { return }
            isOut = true
            logger.warning("Discovery is unavailable; rooms can still be reached by address. \(reason)")
        case .registering: break
        case .running:
            if isOut { logger.notice("Discovery is available.") }
            isOut = false
        }
        for subscriber in subscribers.values { subscriber.add(new) }
    }
}

extension AvahiClient {
    /// Reports about all objects created under the returned number, beginning with the current status. Ends with
    /// ``close()``.
    func subscribe() -> (number: Int, signals: AsyncStream<AvahiSignal>) {
        let number = takeToken()
        let queue = ReportQueue(bound: Self.signalBound) { [weak self] in
            Task { await self?.beginAnew() }
        }
        guard phase != .closed else {
            queue.finish()
            return (number, queue.signals)
        }
        subscribers[number] = queue
        if let status { queue.add(status) }
        return (number, queue.signals)
    }

    func unsubscribe(_ number: Int) {
        subscribers.removeValue(forKey: number)?.finish()
    }

    /// Creates an object in the running session, whose reports go to `subscriber`. Throws Avahi's reason.
    func adopt(
        for subscriber: Int, freedBy free: @escaping (OpaquePointer?) -> Int32,
        make: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(DiscoveryError) -> Int {
        guard let session, let queue = subscribers[subscriber] else {
            throw .unavailable("Discovery is not connected.")
        }
        let token = takeToken()
        let box = Unmanaged.passRetained(Box(token: token, queue: queue))
        guard let pointer = locked({ make(session.pointer, box.toOpaque()) }) else {
            box.release()
            throw .refused(Self.reason(locked { avahi_client_errno(session.pointer) }))
        }
        children[token] = Child(pointer: pointer, box: box, free: free)
        return token
    }

    static func reason(_ code: Int32) -> String {
        switch Int(code) {
        // A client that waits for the daemon gets this error only if there is no bus to wait on.
        case AVAHI_ERR_NO_DAEMON, AVAHI_ERR_DBUS_ERROR: "D-Bus cannot be reached."
        case AVAHI_ERR_DISCONNECTED: "avahi-daemon or D-Bus went away."
        default: "Avahi says: \(String(cString: avahi_strerror(code)))."
        }
    }

    /// Runs `body` under the poll's lock. Never call this from a callback, which holds the lock already.
    func locked<T>(_ body: () -> T) -> T {
        guard let poll else { return body() }
        // Once the poll's thread has ended (in `close`), the lock guards nothing, and taking it is harmless.
        avahi_threaded_poll_lock(poll)
        defer { avahi_threaded_poll_unlock(poll) }
        return body()
    }

    private func takeToken() -> Int {
        lastToken += 1
        return lastToken
    }

    private static let reportClient: AvahiClientCallback = { client, state, userdata in
        guard let box = Box.recover(userdata) else { return }
        switch state {
        case AVAHI_CLIENT_CONNECTING: box.report { .client(token: $0, .waitingForDaemon) }
        case AVAHI_CLIENT_S_RUNNING: box.report { .client(token: $0, .running) }
        case AVAHI_CLIENT_FAILURE:
            let reason = reason(avahi_client_errno(client))
            box.report { .client(token: $0, .failed(reason: reason)) }
        default: box.report { .client(token: $0, .registering) }
        }
    }
}
