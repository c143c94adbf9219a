import SabirClient
import SabirCore
import SabirProtocol

/// Saying lines: each is stored on disk before it is sent, and followed until it is answered.
extension ChatSession {
    func say(_ draft: Draft) async {
        let kept = KeptDraft(draft, id: draft.id ?? MessageID(), lang: reader.writes, said: ClockReading.now().wall)
        guard connection.accepts(draft.revision) else {
            guard draft.revision?.isConfirmation != true else {
                return view.show(.refused(kept, Self.noConfirming(kept.id)))
            }
            let reason = "In this room messages stay as they were sent."
            return view.show(.refused(kept, WireFault(.badPacket, reason, as: "no-take-back", id: kept.id)))
        }
        guard !unanswered.isFull else { return view.show(.refused(kept, Self.tooManyWait)) }
        let isNew = unanswered[kept.id] == nil
        if isNew {
            unanswered.keep(kept)
            showStorageFault()
            view.show(.sending(kept, isKept: unanswered.isKept, again: false))
        }
        connection.isAway ? showLate() : scheduleLateCheck()
        // Before that, the draft waits with all that `sendWaiting(to:)` gives to the room.
        if isNew, connection.hasEntered { await room.say(kept.draft) }
    }

    private static let tooManyWait = WireFault(
        .tooFast, "\(OutboxJournal.capacity) messages are waiting; this one was not taken.", as: "waiting",
        ["n": String(OutboxJournal.capacity)])

    /// Handles the host's refusal of a waiting draft; false if the fault is about no such draft.
    func handleRefusal(_ fault: WireFault) -> Bool {
        guard let draft = fault.id.flatMap({ unanswered[$0] }) else { return false }
        refuse(draft, fault)
        return true
    }

    private func refuse(_ draft: KeptDraft, _ fault: WireFault) {
        view.show(.refused(draft, fault))
        unanswered.settle(draft.id)
    }

    /// While there is no connection, refuses drafts that become too old to be sent.
    func refuseExpiredWhileAway() {
        schedule(after: .seconds(60), .expiredMessages) { session in
            await session.refuseExpired()
            if session.connection.isAway { session.refuseExpiredWhileAway() }
        }
    }

    private func refuseExpired() async {
        for draft in unanswered.expired(now: ClockReading.now().wall) where connection.isAway {
            refuse(draft, WireFault(.expired, phrase("chat.expired")))
            await room.stopSending(draft.id)
        }
    }

    // MARK: Before the room is known

    /// Performs a command, or holds it back if a person typed it while it could still be the room's password.
    func performOrHold(_ command: ChatCommand) async {
        switch view.isTyped ? early.admit(command) : .act {
        case .act: await perform(command)
        case .wait: break
        case .full: view.showRefusal(Self.tooManyWait)
        case .drop: showDroppedCount(1)
        }
    }

    /// Once joined, performs the commands typed before, in order. Commands typed meanwhile come after them.
    func performEarly() async {
        while let command = early.next() { await perform(command) }
    }

    func showDroppedCount(_ count: Int) {
        if count > 0 { view.showSentence(phrase("chat.password-early", ["n": String(count)])) }
    }

    /// At the end, tells how many typed lines were never said. They are not kept.
    func showUnsaidCount() {
        if early.count > 0 { view.showSentence(phrase("chat.unsent", ["n": String(early.count)])) }
    }

    // MARK: Earlier runs of this program

    /// At the start, tells which drafts wait from earlier runs and which have expired.
    func showEarlierDrafts() {
        if let path = unanswered.setAside { view.showSentence(phrase("chat.damaged", ["path": path])) }
        showStorageFault()
        for draft in unanswered.expired(now: ClockReading.now().wall) {
            refuse(draft, WireFault(.expired, phrase("chat.expired")))
        }
        for draft in unanswered.waiting { view.show(.sending(draft, isKept: unanswered.isKept, again: true)) }
    }

    /// Once the room is known, sends it the waiting drafts. Drafts written for another room are refused here.
    func sendWaiting(to room: RoomInfo) async {
        guard let secret = await self.room.device else { return }
        for draft in unanswered.setRoom(room, as: secret) {
            refuse(draft, WireFault(.otherRoom, phrase("chat.other-room")))
        }
        for draft in unanswered.waiting where draft.revision?.isConfirmation == true {
            if !connection.accepts(draft.revision) { refuse(draft, Self.noConfirming(draft.id)) }
        }
        connection.markEntered()
        // Called at once, so that later drafts come after these.
        await self.room.say(unanswered.waiting.map(\.draft))
    }

    /// On leaving, tells which drafts were not sent. A relay or a cluster's node goes on sending drafts without this
    /// program.
    ///
    /// - Returns: the number of drafts that the room does not have and that no node holds.
    func showUnsentCount() async -> Int {
        let held = connection.isLinkUp ? [] : Set(await room.sentDrafts.map(\.id))
        let waiting = unanswered.waiting.map(\.id)
        let count = waiting.count { !held.contains($0) }
        if count < waiting.count {
            view.showSentence(phrase("chat.unsent-held", ["n": String(waiting.count - count)]))
        }
        guard count > 0 else { return 0 }
        let key = unanswered.isKept ? "chat.unsent-kept" : "chat.unsent"
        view.showSentence(phrase(key, ["n": String(count), "name": unanswered.name]))
        return count
    }

    private func showStorageFault() {
        guard let fault = unanswered.takeNewFault() else { return }
        view.showSentence(phrase("chat.unkept", ["reason": wording.interface.sentence(fault, in: reader.lang)]))
    }

    // MARK: What takes long

    /// Shows drafts as late: those that have waited a while by `now`, or with nil all.
    func showLate(now: Int? = nil) {
        for draft in unanswered.takeLate(now: now) { view.show(.late(draft)) }
    }

    /// One timer for all drafts said in the meantime.
    private func scheduleLateCheck() {
        schedule(after: UnansweredMessages.lateAfter, .lateMessages) { session in
            session.showLate(now: ClockReading.now().wall)
            if session.unanswered.hasUnshown { session.scheduleLateCheck() }
        }
    }
}
