import CAvahi

extension AvahiClient {
    /// How far a single connection attempt gets.
    enum Probe: Hashable, Sendable {
        case noBus
        case noDaemon
        case running(version: String)
        case failed(reason: String)
    }

    /// Tries one connection, separate from the client's own. If the daemon hangs, waits on this actor's queue until
    /// D-Bus times out after 25 s.
    func probe() -> Probe {
        guard let poll = avahi_threaded_poll_new() else { return .failed(reason: "Out of memory.") }
        // The poll's thread is never started, so nothing else touches these objects and no lock is needed.
        defer { avahi_threaded_poll_free(poll) }
        var code: Int32 = 0
        guard
            let client = avahi_client_new(avahi_threaded_poll_get(poll), AVAHI_CLIENT_NO_FAIL, nil, nil, &code)
        else { return Int(code) == AVAHI_ERR_NO_DAEMON ? .noBus : .failed(reason: Self.reason(code)) }
        defer { avahi_client_free(client) }
        guard avahi_client_get_state(client) != AVAHI_CLIENT_CONNECTING else { return .noDaemon }
        let version = avahi_client_get_version_string(client).map { String(cString: $0) }
        return .running(version: version ?? "of unknown version")
    }
}
