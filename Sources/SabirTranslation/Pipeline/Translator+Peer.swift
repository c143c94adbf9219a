/// A room's host that translates for this node: the last to be asked, one at most.
extension Translator {
    /// Another with the same phrasebook, glossary and checks, for what comes from a peer alone: it counts in no
    /// metric.
    package nonisolated func withoutEngines(_ limits: Limits) -> Translator {
        var bare = resources
        bare.meter = nil
        return Translator([], resources: bare, limits: limits, logger: logger)
    }

    /// Asks `peer` where no endpoint can help, until it is dismissed or another takes its place.
    ///
    /// - Parameter name: what readers are told that a line comes from.
    package func adopt(_ peer: any PeerEngine, name: String = "host") {
        adopt(PeerClient(peer, name: name))
    }

    func adopt(_ client: PeerClient) {
        guard !isClosed else { return }
        removePeer()
        let number = engines.add(
            peer: EngineState(client: client, breaker: CircuitBreaker(limits.breaker, now: .now)))
        forgetVariants()
        if isStarted { startWatching(number) } else { start() }
    }

    /// Gives up what waits for it, and forgets what it translated. Nothing where no such peer is adopted.
    package func dismiss(name: String = "host") {
        guard let peer = engines.peer, engines[peer]?.name == name else { return }
        removePeer()
    }

    /// Nil for an endpoint that is there; one that is gone is as little kept as a host that is.
    func peerNumber(_ engine: Int) -> Int? { engine == engines.peer || engines[engine] == nil ? engine : nil }

    private func removePeer() {
        guard let state = engines.removePeer() else { return }
        stopWatching(state)
        forgetPeer()
        if case .up? = state.lastEvent { publish(.down(state.name, reason: "is no longer there")) }
    }
}
