import SabirProtocol

/// Lines that their authors take back, in a room whose lines are kept beyond its memory: told when the log has erased
/// them.
extension Room {
    mutating func erase(_ entry: Erasures.Entry) {
        // What it may be about goes into the log first.
        flush()
        if sources.hasLog { add(.log(.retract(entry))) }
    }

    /// What an earlier run was asked to erase and told nobody of: its log erases what may be left, and then it is told.
    mutating func endErasures() {
        for entry in state.timeline.erasing { erase(entry) }
    }

    mutating func finishErasure(_ entry: Erasures.Entry, _ result: Retraction) {
        let outcome = state.finishErasure(
            entry, texts: result.texts, failure: result.failure, now: now, wall: wall)
        switch outcome {
        case .entrusted(let line): entrust(line)
        case .refused(let fault):
            // For the log alone: it may name files of this machine.
            if let why = result.failure { logger.error("a line could not be erased", metadata: ["why": "\(why)"]) }
            if !answerMessageCallers(of: entry.id, .failure(fault)) { answer(.error(fault), to: asker(of: entry)) }
        default: break
        }
    }

    /// A relay is answered for those behind it: it holds their lines until then.
    private func asker(of entry: Erasures.Entry) -> MemberNumber {
        if case .behind(let relay)? = state.roster[entry.number]?.whereabouts { return relay }
        return entry.number
    }

    /// Whoever keeps what was made of such texts lets go of it.
    mutating func forgetErased() {
        let texts = state.takeErasedTexts()
        if !texts.isEmpty { add(.erased(texts)) }
    }
}
