import CAvahi

/// A service to announce, with its TXT strings ready.
struct ServiceAnnouncement: Sendable {
    let name: String
    let type: String
    let port: UInt16
    let txt: [String]
    /// Kernel indices of the interfaces to announce on; empty for all.
    let interfaces: [Int32]
}

extension AvahiClient {
    /// Puts the service into its own entry group and commits it. The result is reported under the returned token.
    /// Throws a collision if this host itself uses the name already.
    func publish(_ service: ServiceAnnouncement, for subscriber: Int) throws(DiscoveryError) -> Int {
        let token = try adopt(for: subscriber, freedBy: avahi_entry_group_free) { client, box in
            avahi_entry_group_new(client, Self.reportGroup, box)
        }
        do {
            try fill(token, with: service)
        } catch {
            release(token)
            throw error
        }
        return token
    }

    /// Changes the TXT strings of a service announced by ``publish(_:for:)``.
    func update(_ token: Int, to service: ServiceAnnouncement) throws(DiscoveryError) {
        try edit(token, service) { group, interface, strings in
            avahi_entry_group_update_service_txt_strlst(
                group, interface, Self.anyProtocol, AvahiPublishFlags(0), service.name, service.type, nil, strings)
        }
    }

    /// Frees a group, browser or resolver; freeing a group withdraws its announcement. Ignores unknown tokens, whose
    /// session may have ended.
    func release(_ token: Int) {
        guard let child = children.removeValue(forKey: token) else { return }
        _ = locked { child.free(child.pointer) }
        child.box.release()
    }

    /// "Reception" becomes "Reception #2", "Reception #2" becomes "Reception #3", within 63 bytes.
    static func alternativeName(to name: String) -> String {
        guard let alternative = avahi_alternative_service_name(name) else { return name }
        defer { avahi_free(alternative) }
        return String(cString: alternative)
    }

    private func fill(_ token: Int, with service: ServiceAnnouncement) throws(DiscoveryError) {
        try edit(token, service) { group, interface, strings in
            avahi_entry_group_add_service_strlst(
                group, interface, Self.anyProtocol, AvahiPublishFlags(0), service.name, service.type, nil, nil,
                service.port, strings)
        }
        guard let group = children[token]?.pointer else { return }
        try check(locked { avahi_entry_group_commit(group) }, service)
    }

    /// Calls Avahi once for each interface, with the TXT strings as a C list.
    private func edit(
        _ token: Int, _ service: ServiceAnnouncement, _ call: (OpaquePointer, Int32, OpaqueStrings) -> Int32
    ) throws(DiscoveryError) {
        guard let group = children[token]?.pointer else { throw .unavailable("Discovery is not connected.") }
        // Built by prepending; Avahi reverses it on the way to the record.
        let strings: OpaqueStrings = service.txt.reduce(nil) { avahi_string_list_add($0, $1) }
        defer { avahi_string_list_free(strings) }
        for interface in service.interfaces.isEmpty ? [Self.anyInterface] : service.interfaces {
            try check(locked { call(group, interface, strings) }, service)
        }
    }

    private typealias OpaqueStrings = UnsafeMutablePointer<AvahiStringList>?

    private func check(_ code: Int32, _ service: ServiceAnnouncement) throws(DiscoveryError) {
        switch Int(code) {
        case AVAHI_OK: return
        case AVAHI_ERR_COLLISION: throw .collision(service.name)
        case AVAHI_ERR_BAD_STATE, AVAHI_ERR_DISCONNECTED: throw .unavailable(Self.reason(code))
        default: throw .refused("\(service.name) cannot be announced. \(Self.reason(code))")
        }
    }

    private static let reportGroup: AvahiEntryGroupCallback = { group, state, userdata in
        guard let box = Box.recover(userdata) else { return }
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED: box.report { .group(token: $0, .established) }
        case AVAHI_ENTRY_GROUP_COLLISION: box.report { .group(token: $0, .collision) }
        case AVAHI_ENTRY_GROUP_FAILURE:
            let reason = reason(avahi_client_errno(avahi_entry_group_get_client(group)))
            box.report { .group(token: $0, .failed(reason: reason)) }
        default: break
        }
    }
}
