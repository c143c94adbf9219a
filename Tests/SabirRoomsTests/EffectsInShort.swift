import NIOCore
import SabirProtocol

@testable import SabirRoom

/// What a room wants done, in short, in its order; none of it is left.
func effects(of room: inout Room) -> [String] {
    var done: [String] = []
    while let effect = room.nextEffect() { done.append(effect.inShort) }
    return done
}

extension RoomEffect {
    fileprivate var inShort: String {
        switch self {
        case .burst(let frames): "everybody: \(Self.texts(frames))"
        case .others(let frames, _): "others: \(Self.texts(frames))"
        case .answer(let frames, let number), .write(let frames, let number): "\(number.id): \(Self.texts(frames))"
        case .seat(let number, _, _): "seat \(number.id)"
        case .detach(let number): "detach \(number.id)"
        case .close(let number, let fault): "close \(number.id) \(fault?.code.rawValue ?? "-")"
        case .ping(let numbers): "ping \(numbers.map(\.id.rawValue).sorted())"
        case .burstIsDue: "due"
        case .count(let count): "count \(count)"
        case .append(let lines): "append \(lines.map(\.message.text).joined(separator: " "))"
        case .askLog(let id, _): "ask \(id == nil ? "nothing" : "the log")"
        case .retract(let entry): "retract \(entry.seq)"
        case .history: "read"
        case .settled: "settled"
        case .store(_, let isAct): isAct ? "store" : "note"
        case .reports(let reports): "reports \(reports.map(\.text).joined(separator: " "))"
        case .news(.everybody(.message(let message))): "news \(message.text)"
        case .news: "news"
        case .device(let record, _): "device \(record.member)"
        case .record(let entry, _): "record \(entry.what)"
        case .answerCaller(let ticket, .failure(let fault)): "answer \(ticket.number) \(fault.code.rawValue)"
        case .answerCaller(let ticket, _): "answer \(ticket.number)"
        default: "else"
        }
    }

    /// Each packet's type, with what a message says.
    private static func texts(_ frames: ByteBuffer) -> String {
        var decoder = FrameDecoder(maximumLength: 1 << 20)
        decoder.append(frames)
        var found: [String] = []
        while let body = try? decoder.next(), let packet = try? HostPacket(body: body) {
            switch packet {
            case .message(let message): found.append(message.text.isEmpty ? "takes back" : message.text)
            case .joined(let info, _): found.append("joined \(info.name)")
            case .left(let info, _): found.append("left \(info.name)")
            case .error(let fault): found.append(fault.code.rawValue)
            case .acted(let event): found.append(event.act.rawValue)
            case .pong: found.append("pong")
            case .lines(let page): found.append("lines \(page.messages.map(\.seq))")
            default: found.append("else")
            }
        }
        return found.joined(separator: " ")
    }
}
