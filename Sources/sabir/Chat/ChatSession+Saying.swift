import Foundation
import SabirClient
import SabirProtocol

/// What this end says: kept on disk before it is sent, and followed until it is answered.
extension ChatSession {
    /// A person who sees no echo for so long is shown that the message is on its way.
    static let lateAfter = Duration.seconds(2)

    func say(_ draft: Draft) async {
        let kept = KeptDraft(draft, id: draft.id ?? MessageID(), lang: lang, said: Self.milliseconds)
        // An older host would take it for another message.
        guard draft.revision == nil || takeBack > 0 else {
            let reason = "In this room messages stay as they were sent."
            return view.show(.refused(kept, WireFault(.badPacket, reason, as: "no-take-back", id: kept.id)))
        }
        guard !slot.journal.isFull else {
            let reason = "\(OutboxJournal.capacity) messages are waiting; this one was not taken."
            let fault = WireFault(.tooFast, reason, as: "waiting", ["n": String(OutboxJournal.capacity)])
            return view.show(.refused(kept, fault))
        }
        let isNew = !slot.journal.holds(kept.id)
        if isNew {
            let isKept = slot.keep(kept)
            tellOfKeeping()
            view.show(.sending(kept, isKept: isKept, again: false))
        }
        isAway ? show(late: kept) : watch()
        // Before that it waits with all that `enter` gives to the room.
        if isNew, hasJoined { await room.say(kept.draft) }
    }

    func settle(_ id: MessageID) {
        slot.settle(id)
        shownLate.remove(id)
    }

    /// The host's word on a message that waits here; false where it is about none.
    func refused(_ fault: WireFault) -> Bool {
        guard let id = fault.id, let draft = slot.journal.waiting.first(where: { $0.id == id }) else { return false }
        refuse(draft, fault)
        return true
    }

    private func refuse(_ draft: KeptDraft, _ fault: WireFault) {
        view.show(.refused(draft, fault))
        settle(draft.id)
    }

    /// As long as there is no connection: what has become too old is not sent when there is one again.
    func forgetExpiredWhileAway() {
        guard ageing == nil else { return }
        ageing = Task {
            while self.isAway, (try? await Task.sleep(for: .seconds(60))) != nil { await self.forgetExpired() }
            self.ageing = nil
        }
    }

    private func forgetExpired() async {
        for draft in slot.journal.expired(now: Self.milliseconds) where isAway {
            refuse(draft, WireFault(.expired, phrase("chat.expired")))
            await room.forget(draft.id)
        }
    }

    // MARK: Earlier runs of this program

    /// Before anything else: what waits from before, and what no longer does.
    func tellOfEarlier() {
        if let path = slot.setAside { view.tell(phrase("chat.damaged", ["path": path])) }
        tellOfKeeping()
        for draft in slot.journal.expired(now: Self.milliseconds) {
            refuse(draft, WireFault(.expired, phrase("chat.expired")))
        }
        for draft in slot.journal.waiting { view.show(.sending(draft, isKept: slot.fault == nil, again: true)) }
        shownLate.formUnion(slot.journal.waiting.map(\.id))
    }

    /// Once the room is known: what was written for another is not said here.
    func enter(_ room: RoomInfo) async {
        guard let secret = await self.room.device else { return }
        for draft in slot.enter(room: room.id, as: secret) {
            refuse(draft, WireFault(.otherRoom, phrase("chat.other-room")))
        }
        hasJoined = true
        // At once: what is said from now on is behind it.
        await self.room.say(slot.journal.waiting.map(\.draft))
    }

    /// On leaving. What a relay or a node of a cluster holds goes on without this program.
    func tellOfUnsent() async {
        let held = isLinkUp ? [] : Set(await room.sent.map(\.id))
        let waiting = slot.journal.waiting.map(\.id)
        let count = waiting.count { !held.contains($0) }
        if count < waiting.count {
            view.tell(phrase("chat.unsent-held", ["n": String(waiting.count - count)]))
        }
        guard count > 0 else { return }
        let key = slot.fault == nil ? "chat.unsent-kept" : "chat.unsent"
        view.tell(phrase(key, ["n": String(count), "name": slot.name]))
    }

    private func tellOfKeeping() {
        guard let fault = slot.fault else { return hasToldFault = false }
        guard !hasToldFault else { return }
        hasToldFault = true
        view.tell(phrase("chat.unkept", ["reason": wording.interface.sentence(fault, in: lang)]))
    }

    // MARK: What takes long

    func showAllLate() {
        for draft in slot.journal.waiting { show(late: draft) }
    }

    /// One look for all that is said in the meantime.
    private func watch() {
        guard lateness == nil else { return }
        lateness = Task {
            guard (try? await Task.sleep(for: Self.lateAfter)) != nil else { return }
            self.lookForLate()
        }
    }

    private func lookForLate() {
        lateness = nil
        let old = Self.milliseconds - Int(Self.lateAfter.components.seconds) * 1_000
        for draft in slot.journal.waiting where draft.said <= old { show(late: draft) }
        if slot.journal.waiting.contains(where: { !shownLate.contains($0.id) }) { watch() }
    }

    private func show(late draft: KeptDraft) {
        if shownLate.insert(draft.id).inserted { view.show(.late(draft)) }
    }

    func phrase(_ key: String, _ values: [String: String] = [:]) -> String {
        wording.interface.sentence(key, in: lang, values)
    }

    private static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1_000) }
}
