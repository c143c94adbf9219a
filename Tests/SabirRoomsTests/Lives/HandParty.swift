import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// One connection, and what it was told.
struct HandParty {
    let channel: HandChannel
    private var decoder = FrameDecoder(maximumLength: 1 << 20)
    private(set) var told: [HostPacket] = []

    init(_ channel: HandChannel) { self.channel = channel }

    func send(_ packets: [MemberPacket]) {
        var frames = FrameEncoder()
        for packet in packets { frames.append(packet) }
        channel.send(frames.take())
    }

    mutating func read() {
        decoder.append(channel.take())
        while let body = try? decoder.next(), let packet = try? HostPacket(body: body) { told.append(packet) }
    }

    var welcome: Welcome? {
        for case .welcome(let welcome) in told { return welcome }
        return nil
    }
    var texts: [String] { told.compactMap { if case .message(let line) = $0 { line.text } else { nil } } }
    var acts: [ActName] { told.compactMap { if case .acted(let acted) = $0 { acted.act } else { nil } } }
    var reports: Int { told.count { if case .report = $0 { true } else { false } } }
    var bans: [ListedBan] { told.compactMap { if case .bans(let bans) = $0 { bans } else { nil } }.last ?? [] }
    var changes: [MemberInfo] { told.compactMap { if case .changed(let info, _) = $0 { info } else { nil } } }
    var faults: [WireFault] { told.compactMap { if case .error(let fault) = $0 { fault } else { nil } } }
    /// Lines and acts in the order in which they came.
    var course: [String] {
        told.compactMap { packet in
            switch packet {
            case .message(let line): line.text
            case .acted(let acted): acted.act.rawValue
            case .error(let fault): fault.code.rawValue
            default: nil
            }
        }
    }
}
