import Foundation
import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// What comes out of a room in one life, whichever way, as one number: FNV-1a over it in its order. By what is sent and
/// stored and by no name in the code, so that a room that is built anew can be held against the one of before.
final class LifeRecord: @unchecked Sendable {
    // Unchecked: used on the life's one thread alone.
    private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    /// Where SABIR_TRACE says a file, all of it stands there, too: so that the first answer that differs is found.
    private let trace = ProcessInfo.processInfo.environment["SABIR_TRACE"].flatMap { fopen($0, "a") }

    deinit { if let trace { fclose(trace) } }

    func note(_ what: String, _ bytes: ByteBuffer = ByteBuffer()) {
        if let trace {
            fputs("\(what) \(String(decoding: bytes.readableBytesView.filter { $0 >= 32 }, as: UTF8.self))\n", trace)
        }
        for byte in what.utf8 { add(byte) }
        add(0)
        for byte in bytes.readableBytesView { add(byte) }
    }

    private func add(_ byte: UInt8) { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }

    func note(_ what: String, _ packet: HostPacket) { note(what, ByteBuffer(framing: packet)) }
    func note(_ what: String, _ fields: [Any?]) { note(what + fields.map { "\($0 ?? "-")" }.joined(separator: "|")) }

    func note(_ what: String, _ line: LogLine) {
        note(what + " \(line.author?.value ?? 0)", .message(line.message))
    }

    func note(_ what: String, _ member: MemberHere) {
        note(what, .joined(member.info, n: 0))
        note("with", [member.token, member.firstVisibleSeq])
    }

    func note(_ line: OfferedLine) {
        let draft = line.draft
        note("offered", [line.id, line.sender.id.rawValue, line.sender.name, line.token, draft.lang, draft.text])
        note("which", [draft.reply, line.revision?.line, line.revision?.isRetraction, line.texts.count])
    }

    func note(_ act: ModerationAction, _ fields: String?...) {
        var frame = FrameEncoder()
        frame.append(.staff(act))
        note("act" + fields.map { $0 ?? "-" }.joined(separator: "|"), frame.take())
    }

    func note(_ entry: AuditEntry) {
        note("record", [entry.who, entry.what, entry.member?.rawValue, entry.name, entry.minutes, entry.message])
    }

    func note(_ device: DeviceRecord) { note("device", [device.author.value, device.member.rawValue, device.first]) }

    func note(_ moderation: StoredModeration) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        note("moderation", (try? encoder.encode(moderation)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer())
    }

    func note(_ news: RoomNews) {
        switch news {
        case .everybody(let packet): note("everybody", packet)
        case .one(let seat, let packet): note("one \(seat.member.rawValue)", packet)
        case .forgotten(let numbers): note("forgotten", [numbers])
        case .facts: note("facts")
        case .reports: note("reports")
        case .lagged: note("lagged")
        }
    }
}
