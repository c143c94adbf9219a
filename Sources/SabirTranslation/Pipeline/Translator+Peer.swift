/// A room's host that translates for this node: asked last, one at most.
extension Translator {
    /// A translator with the same phrasebook, glossary and checks but without endpoints or metrics, for a single room's
    /// host.
    package nonisolated func withoutEngines(_ limits: Limits) -> Translator {
        var bare = resources
        bare.meter = nil
        return Translator([], resources: bare, limits: limits, logger: logger)
    }

    /// Asks `peer` if no endpoint can help, until it is dismissed or replaced.
    ///
    /// - Parameter name: the origin shown to readers.
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

    /// Cancels calls to the peer and drops its translations. Does nothing if no peer of this name was adopted.
    package func dismiss(name: String = "host") {
        guard let peer = engines.peer, engines[peer]?.name == name else { return }
        removePeer()
    }

    /// The engine's number if its translations must not outlive it: the current or a former host, or an engine that is
    /// gone. Nil for an endpoint in use.
    func peerNumber(_ engine: Int) -> Int? { engine == engines.peer || engines[engine] == nil ? engine : nil }

    private func removePeer() {
        guard let state = engines.removePeer() else { return }
        stopWatching(state)
        memory.forgetPeer()
        forgetVariants()
        if case .up? = state.lastEvent { publish(.down(state.name, reason: "is no longer there")) }
    }
}
