import CNATS
import Glibc

/// The options of a connection. Freed with this object, as the library copies them.
final class NATSOptions {
    let pointer: OpaquePointer

    init(_ settings: ClusterSettings, node: String) throws(ConnectFailure) {
        var made: OpaquePointer?
        let status = natsOptions_Create(&made)
        guard status == NATS_OK, let made else { throw ConnectFailure(status, option: "its options") }
        pointer = made
        try set(settings, node)
        try setSecurity(settings)
        try setLogin(settings.login)
    }

    deinit { natsOptions_Destroy(pointer) }

    private func set(_ settings: ClusterSettings, _ node: String) throws(ConnectFailure) {
        try check(
            "servers", withCStrings(settings.servers) { natsOptions_SetServers(pointer, $0, Int32($1)) })
        try check("name", natsOptions_SetName(pointer, "sabir \(node)"))
        try check("wait", natsOptions_SetReconnectWait(pointer, 250))
        try check("jitter", natsOptions_SetReconnectJitter(pointer, 100, 100))
        try check("reconnects", natsOptions_SetMaxReconnect(pointer, -1))
        try check("time-out", natsOptions_SetTimeout(pointer, 2_000))
        try check("write deadline", natsOptions_SetWriteDeadline(pointer, 5_000))
        try check("pings", natsOptions_SetPingInterval(pointer, 2_000))
        try check("pings", natsOptions_SetMaxPingsOut(pointer, 2))
        try check("requests", natsOptions_SetFailRequestsOnDisconnect(pointer, true))
        // Rooms keep lines that wait for a server themselves; the library's buffer would only send them twice.
        try check("buffer", natsOptions_SetReconnectBufSize(pointer, 32_768))
        try check("threads", natsOptions_UseGlobalMessageDelivery(pointer, true))
    }

    /// With `tls://` in an address alone, the library would talk in clear text to a server without TLS.
    private func setSecurity(_ settings: ClusterSettings) throws(ConnectFailure) {
        if settings.usesTLS { try check("TLS", natsOptions_SetSecure(pointer, true)) }
        guard let file = settings.authorityFile else { return }
        try check("ca = \"\(file)\"", natsOptions_LoadCATrustedCertificates(pointer, file))
    }

    private func setLogin(_ login: ClusterLogin) throws(ConnectFailure) {
        switch login {
        case .none: break
        case .credentials(let file):
            try check(
                "credentials_file = \"\(file)\"", natsOptions_SetUserCredentialsFromFiles(pointer, file, nil))
        case .password(let user, let password):
            try check("user and password", natsOptions_SetUserInfo(pointer, user, password))
        case .token(let token): try check("the token", natsOptions_SetToken(pointer, token))
        }
    }

    /// `box`: a ``SignalBox`` of events, released by the last callback.
    func setCallbacks(_ box: UnsafeMutableRawPointer, retries: Bool) throws(ConnectFailure) {
        let isBack: natsConnectionHandler = { _, box in NATSOptions.report(.connected, box) }
        if retries { try check("callbacks", natsOptions_SetRetryOnFailedConnect(pointer, true, isBack, box)) }
        try check("callbacks", natsOptions_SetReconnectedCB(pointer, isBack, box))
        try check(
            "callbacks",
            natsOptions_SetDisconnectedCB(pointer, { _, box in NATSOptions.report(.disconnected, box) }, box))
        // The connection's last callback: nothing else holds the box.
        try check("callbacks", natsOptions_SetClosedCB(pointer, NATSOptions.ended, box))
        // Without a handler the library writes to standard error.
        try check("callbacks", natsOptions_SetErrorHandler(pointer, { _, _, _, _ in }, nil))
    }

    private static let ended: natsConnectionHandler = { connection, box in
        guard let box else { return }
        var words: UnsafePointer<CChar>?
        let status = natsConnection_GetLastError(connection, &words)
        let reason = words.map { String(cString: $0) } ?? NATSConnection.reason(status)
        let events = Unmanaged<SignalBox<NATSConnection.Event>>.fromOpaque(box).takeRetainedValue()
        events.put(.ended(reason: reason))
    }

    private static func report(_ event: NATSConnection.Event, _ box: UnsafeMutableRawPointer?) {
        guard let box else { return }
        Unmanaged<SignalBox<NATSConnection.Event>>.fromOpaque(box).takeUnretainedValue().put(event)
    }

    private func check(_ what: String, _ status: natsStatus) throws(ConnectFailure) {
        guard status != NATS_OK else { return }
        throw ConnectFailure(status, option: what)
    }
}

/// Passes an array of C strings that are valid during the call.
func withCStrings<R>(_ texts: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>, Int) -> R) -> R {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    var pointers = copies.map { UnsafePointer($0) }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!, texts.count) }
}
