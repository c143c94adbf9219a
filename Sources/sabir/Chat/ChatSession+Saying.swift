import Foundation
import SabirClient
import SabirProtocol

/// What this end says: kept on disk before it is sent, and followed until it is answered.
extension ChatSession {
    func say(_ draft: Draft) async {
        let kept = KeptDraft(draft, id: draft.id ?? MessageID(), lang: reader.writes, said: Self.milliseconds)
        guard connection.takes(draft.revision) else {
            guard draft.revision?.isConfirmation != true else {
                let reason = "Only an interpreter confirms translations in this room."
                return view.show(.refused(kept, WireFault(.forbidden, reason, as: "not-interpreter", id: kept.id)))
            }
            let reason = "In this room messages stay as they were sent."
            return view.show(.refused(kept, WireFault(.badPacket, reason, as: "no-take-back", id: kept.id)))
        }
        guard !unanswered.isFull else { return view.show(.refused(kept, Self.tooManyWait)) }
        let isNew = unanswered[kept.id] == nil
        if isNew {
            unanswered.keep(kept)
            tellOfKeeping()
            view.show(.sending(kept, isKept: unanswered.isKept, again: false))
        }
        connection.isAway ? showLate() : watch()
        // Before that it waits with all that `enter` gives to the room.
        if isNew, connection.hasEntered { await room.say(kept.draft) }
    }

    private static let tooManyWait = WireFault(
        .tooFast, "\(OutboxJournal.capacity) messages are waiting; this one was not taken.", as: "waiting",
        ["n": String(OutboxJournal.capacity)])

    /// The host's word on a message that waits here; false where it is about none.
    func refused(_ fault: WireFault) -> Bool {
        guard let draft = fault.id.flatMap({ unanswered[$0] }) else { return false }
        refuse(draft, fault)
        return true
    }

    private func refuse(_ draft: KeptDraft, _ fault: WireFault) {
        view.show(.refused(draft, fault))
        unanswered.settle(draft.id)
    }

    /// As long as there is no connection: what has become too old is not sent when there is one again.
    func forgetExpiredWhileAway() {
        after(.seconds(60), .expiredMessages) { session in
            await session.forgetExpired()
            if session.connection.isAway { session.forgetExpiredWhileAway() }
        }
    }

    private func forgetExpired() async {
        for draft in unanswered.expired(now: Self.milliseconds) where connection.isAway {
            refuse(draft, WireFault(.expired, phrase("chat.expired")))
            await room.stopSending(draft.id)
        }
    }

    // MARK: Before the room is known

    /// Does what was asked for, or has it wait where it was typed and could still be the room's password.
    func take(_ command: ChatCommand) async {
        switch view.isTyped ? early.take(command) : .act {
        case .act: await perform(command)
        case .wait: break
        case .full: view.refuse(Self.tooManyWait)
        case .drop: tellOfDropped(1)
        }
    }

    /// Once this end is in: what was typed before, in order. What is typed meanwhile is behind it.
    func doEarly() async {
        while let command = early.next() { await perform(command) }
    }

    func tellOfDropped(_ count: Int) {
        if count > 0 { view.tell(phrase("chat.password-early", ["n": String(count)])) }
    }

    /// At the end: what was typed and never said. Nothing of it is kept.
    func tellOfEarly() {
        if early.count > 0 { view.tell(phrase("chat.unsent", ["n": String(early.count)])) }
    }

    // MARK: Earlier runs of this program

    /// Before anything else: what waits from before, and what no longer does.
    func tellOfEarlier() {
        if let path = unanswered.setAside { view.tell(phrase("chat.damaged", ["path": path])) }
        tellOfKeeping()
        for draft in unanswered.expired(now: Self.milliseconds) {
            refuse(draft, WireFault(.expired, phrase("chat.expired")))
        }
        for draft in unanswered.waiting { view.show(.sending(draft, isKept: unanswered.isKept, again: true)) }
    }

    /// Once the room is known: what was written for another is not said here.
    func enter(_ room: RoomInfo) async {
        guard let secret = await self.room.device else { return }
        for draft in unanswered.enter(room, as: secret) {
            refuse(draft, WireFault(.otherRoom, phrase("chat.other-room")))
        }
        connection.enter()
        // At once: what is said from now on is behind it.
        await self.room.say(unanswered.waiting.map(\.draft))
    }

    /// On leaving. What a relay or a node of a cluster holds goes on without this program.
    ///
    /// - Returns: how many messages the room does not have, and nobody else holds.
    func tellOfUnsent() async -> Int {
        let held = connection.isLinkUp ? [] : Set(await room.sentDrafts.map(\.id))
        let waiting = unanswered.waiting.map(\.id)
        let count = waiting.count { !held.contains($0) }
        if count < waiting.count {
            view.tell(phrase("chat.unsent-held", ["n": String(waiting.count - count)]))
        }
        guard count > 0 else { return 0 }
        let key = unanswered.isKept ? "chat.unsent-kept" : "chat.unsent"
        view.tell(phrase(key, ["n": String(count), "name": unanswered.name]))
        return count
    }

    private func tellOfKeeping() {
        guard let fault = unanswered.newFault() else { return }
        view.tell(phrase("chat.unkept", ["reason": wording.interface.sentence(fault, in: reader.lang)]))
    }

    // MARK: What takes long

    /// Of all that waits, or of what has waited for a while.
    func showLate(now: Int? = nil) {
        for draft in unanswered.late(now: now) { view.show(.late(draft)) }
    }

    /// One look for all that is said in the meantime.
    private func watch() {
        after(UnansweredMessages.lateAfter, .lateMessages) { session in
            session.showLate(now: Self.milliseconds)
            if session.unanswered.hasUnshown { session.watch() }
        }
    }

    private static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1_000) }
}
