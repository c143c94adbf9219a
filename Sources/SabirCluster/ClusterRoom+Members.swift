import SabirProtocol

/// Members here and elsewhere, and what nodes tell one another of them.
extension ClusterRoom {
    /// Notes which members of this node came, changed or left.
    nonisolated func send(_ presence: PresenceHere) { stream.box.put(.here(presence)) }

    func sayHere(_ now: ContinuousClock.Instant) {
        for (number, page) in presencePublisher.take(now: now) {
            stream.put(page.body, asPresence: "\(node).\(number)")
        }
    }

    /// Empties this node's keys, so that other nodes need not wait until they expire.
    func sayGoodbye() {
        guard !presencePublisher.members.isEmpty else { return }
        for page in PresencePage.pages(of: presencePublisher.members).indices {
            stream.put(PresencePage([]).body, asPresence: "\(node).\(page)")
        }
    }

    func handlePresence(
        _ key: String, _ body: [UInt8], _ now: ContinuousClock.Instant
    ) -> [ClusterRoomState.Action] {
        guard !isOwn(key), let page = PresencePage(body: body), others.update(key, page.members, now: now)
        else { return [] }
        return [.tell(.present(others.members))]
    }

    /// Takes members from the bucket whose nodes have not been heard yet. At first that includes the members at this
    /// node before it was killed: they come back to it as the same members.
    func readHere(_ values: [RawDelivery], _ now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
        var hasNews = false
        for value in values {
            let key = stream.names.key(of: value.subject, in: .presence)
            guard !(isOwn(key) && hasReadHere), let page = PresencePage(body: value.body) else { continue }
            let place = isOwn(key) ? "\(key).before" : key
            hasNews = others.remember(place, page.members, now: now) || hasNews
        }
        hasReadHere = true
        return hasNews ? [.tell(.present(others.members))] : []
    }

    private func isOwn(_ key: String) -> Bool { key.prefix { $0 != "." } == node }

    // MARK: Messages that nothing stores

    /// Sends a packet to a member at another node; with nil to everybody.
    nonisolated func say(_ packet: HostPacket, to member: MemberID?) {
        stream.say("word.\(member?.rawValue ?? "all")", [UInt8](packet: packet))
    }

    func handleTalk(_ topic: String, _ reply: String?, _ body: [UInt8]) -> [ClusterRoomState.Action] {
        let parts = topic.split(separator: ".", maxSplits: 1).map(String.init)
        switch (parts.first, parts.last) {
        case ("word", let member?):
            guard let packet = try? HostPacket(body: .init(bytes: body)) else { return [] }
            return [.tell(.word(packet, to: member == "all" ? nil : MemberID(rawValue: member)))]
        case ("erased", _):
            let words = String(decoding: body, as: UTF8.self).split(separator: " ")
            let seqs = words.compactMap { WireInteger.count($0) }
            return [.tell(.erased(seqs))]
        case ("vouch", _): vouch(String(decoding: body, as: UTF8.self), reply)
        default: break
        }
        return []
    }

    /// Answers a request for a grant, at the first host alone: a grant of another node is worth nothing, even if it
    /// comes first.
    private func vouch(_ fingerprint: String, _ reply: String?) {
        guard let reply, fingerprint.utf8.count <= 64, facts.map({ isOwn(founder: $0.founder) }) == true,
            let grant = sign(fingerprint)
        else { return }
        let body = Array(Self.text(grant).utf8)
        stream.publish(body, on: reply)
        request(.keys) { try? $0.keep(body, as: "grant-\(fingerprint)") }
    }

    /// The grant of the room's first host for a certificate; nil where none is available now, or none is needed, as
    /// this node is the first. A grant stored in the cluster counts for half its life; then another one is requested,
    /// and the stored one is returned only while it is valid and there is no other. Waits a few seconds at most.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - isBy: whether the holder of the first host's certificate, which has this fingerprint, made the grant.
    package nonisolated func grant(
        for fingerprint: String, now: Int, isBy: @escaping @Sendable (Grant, _ founder: String) -> Bool
    ) async -> Grant? {
        guard let founder = await facts?.founder, founder != fingerprint,
            !(fingerprint == stream.founder && isOwn(founder: founder))
        else { return nil }
        return try? await ask { stream -> Grant? in
            try stream.open(.acts)
            func read(_ body: [UInt8]?) -> Grant? {
                body.flatMap(Self.grant).flatMap { $0.expires > now && isBy($0, founder) ? $0 : nil }
            }
            let kept = read(stream.kept("grant-\(fingerprint)"))
            if let kept, !kept.isDue(now: now) { return kept }
            return read(stream.ask("vouch", Array(fingerprint.utf8))) ?? kept
        }
    }

    private nonisolated func isOwn(founder: String) -> Bool {
        founder == stream.founder || earlier.contains(founder)
    }

    /// Lines of words: `certificate expires signature`, then `certificate to since signature` of each hand-over.
    static func text(_ grant: Grant) -> String {
        let handovers = grant.handovers.flatMap { [$0.certificate, $0.to, String($0.since), $0.signature] }
        return ([grant.certificate, String(grant.expires), grant.signature] + handovers).joined(separator: " ")
    }

    static func grant(_ body: [UInt8]) -> Grant? {
        let words = String(decoding: body, as: UTF8.self).split(separator: " ").map(String.init)
        let count = words.count / 4
        guard words.count == 3 + count * 4, count <= Handover.most, let expires = WireInteger.count(words[1]) else {
            return nil
        }
        var handovers: [Handover] = []
        for start in stride(from: 3, to: words.count, by: 4) {
            guard let since = WireInteger.count(words[start + 2]) else { return nil }
            handovers.append(
                Handover(
                    certificate: words[start], to: words[start + 1], since: since, signature: words[start + 3]))
        }
        return Grant(certificate: words[0], expires: expires, signature: words[2], handovers: handovers)
    }
}
