import SabirProtocol

/// Messages that their authors take back, in a room with a log: told when the log has erased them.
extension Room {
    mutating func erase(_ entry: Erasures.Entry) {
        // The retracted message may still be in the burst; it goes into the log first.
        flush()
        if sources.hasLog { add(.retract(entry)) }
    }

    /// Finishes the erasures that an earlier run began: the log erases what is left, and then everybody is told.
    mutating func endErasures() {
        for entry in state.timeline.erasing { erase(entry) }
    }

    mutating func finishErasure(_ entry: Erasures.Entry, texts: [String], failure: String?) {
        switch state.finishErasure(entry, texts: texts, failure: failure, now: now, wall: wall) {
        case .entrusted(let line): entrust(line)
        case .refused(let fault):
            // The reason goes to the log alone: it may name files of this machine.
            if let failure { logger.error("a line could not be erased", metadata: ["why": "\(failure)"]) }
            if !answerMessageCallers(of: entry.id, .failure(fault)) { answer(.error(fault), to: asker(of: entry)) }
        default: break
        }
    }

    /// Who is answered: the sender, or the relay that it is behind, which holds the line until then.
    private func asker(of entry: Erasures.Entry) -> MemberNumber {
        if case .behind(let relay)? = state.roster[entry.number]?.whereabouts { return relay }
        return entry.number
    }

    /// Tells keepers of translations that the erased texts are gone.
    mutating func forgetErased() {
        let texts = state.takeErasedTexts()
        if !texts.isEmpty { add(.erased(texts)) }
    }
}
