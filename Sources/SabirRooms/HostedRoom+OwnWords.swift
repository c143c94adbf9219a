import SabirWire

/// Lines that their authors take back, in a room whose lines are kept beyond its memory: told when the log has erased
/// them.
extension HostedRoom {
    func erase(_ entry: Erasures.Entry) {
        // What it may be about goes into the log first.
        flush()
        guard let log else { return }
        log.retract(entry.line, seq: entry.seq, by: entry.id) { result in
            self.loop.execute { self.assumeIsolated { $0.hasErased(entry, result) } }
        }
    }

    /// What an earlier life was asked to erase and told nobody of: its log erases what may be left, and then it is told.
    package func endErasures() {
        for entry in state.timeline.erasing { erase(entry) }
    }

    private func hasErased(_ entry: Erasures.Entry, _ result: Retraction) {
        let outcome = state.hasErased(
            entry, texts: result.texts, failure: result.failure, now: loop.now, wall: wallClock)
        switch outcome {
        case .entrusted(let line): handOver(line)
        case .refused(let fault):
            if !tellSpeakers(of: entry.id, .failure(fault)) { answer(.error(fault), to: asker(of: entry)) }
        default: break
        }
    }

    /// A relay is answered for those behind it: it holds their lines until then.
    private func asker(of entry: Erasures.Entry) -> MemberNumber {
        if case .behind(let relay)? = state.roster[entry.number]?.whereabouts { return relay }
        return entry.number
    }

    /// Whoever keeps what was made of such texts lets go of it.
    func forgetErased() {
        let texts = state.timeline.takeErasedTexts()
        if !texts.isEmpty { surroundings.erased(texts) }
    }
}
