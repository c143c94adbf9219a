import NIOCore
import SabirWire

/// Staff that came over the network, and reports to them.
extension HostedRoom {
    /// An act of a member. Whoever's key was taken away meanwhile is no longer obeyed.
    func order(_ act: StaffAct, by number: MemberNumber) -> Reply {
        guard let who = staffName(number) else {
            return .alone(.error(WireFault(.forbidden, "You are not staff here.")))
        }
        if let reason = state.floodReason(number, now: loop.now) { return .alone(.error(WireFault(.tooFast, reason))) }
        if act == .bans, authority == nil {
            listBans(to: .member(number))
        } else {
            take(act, by: who, for: .member(number))
        }
        return .nothing
    }

    /// Who is obeyed: staff by their key, and a relay, which says it for staff of its own.
    private func staffName(_ number: MemberNumber) -> String? {
        guard let member = state.roster[number] else { return nil }
        if member.arrival.isRelay { return isListed(number) ? "relay \(member.info.name)" : nil }
        return member.arrival.device.flatMap(surroundings.office.staff)
    }

    func report(_ report: Report, by number: MemberNumber) -> Reply {
        do throws(WireFault) {
            let (told, staff) = try state.report(report, by: number, now: loop.now, wall: wallClock)
            for member in staff where member != number { answer(.report(told), to: member) }
            var record = StaffRecord("report", by: number.id.rawValue, in: state.info)
            (record.member, record.name, record.message) = (told.about, told.name, told.id)
            surroundings.office.record(record)
            return .alone(.report(told))
        } catch {
            return .alone(.error(error))
        }
    }

    /// Nobody but this room's staff can tell from it what was written.
    func record(_ act: StaffAct, by who: String, on member: MemberInfo?) {
        var record = StaffRecord(act.name.rawValue, by: who, in: state.info)
        record.member = act.member
        record.name = member?.name
        if case .ban(_, let minutes, _) = act { record.minutes = minutes }
        surroundings.office.record(record)
    }

    /// An act that changed nothing, as whoever asked for it is told of what is so already.
    func confirmation(of act: StaffAct) -> HostPacket {
        switch act {
        case .mute(let id), .unmute(let id), .remove(let id), .unban(let id):
            .acted(Acted(act.name, on: id, named: nil))
        case .ban(let id, let minutes, let scope):
            .acted(Acted(act.name, on: id, named: nil, minutes: minutes, scope: scope))
        case .bans: .bans(state.moderation.list(now: loop.now, wall: wallClock))
        case .topic: .acted(Acted(.topic, text: state.info.topic))
        case .notice(_, let lang): .notice(Notice(text: "", lang: lang, ts: wallClock))
        case .lock, .unlock, .clear, .close, .open: .acted(Acted(act.name))
        }
    }
}
