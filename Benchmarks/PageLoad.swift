import Foundation
import NIOCore
import NIOPosix

/// Visitors of a node's page, as many phones at once: `sabir-bench page PORT ROOM PID [VISITORS [SECONDS [RATE]]]`,
/// against a node on this machine with no limits for loopback.
///
/// Each enters the room and keeps its stream open; one says so many lines a second. Told are the time from the POST of a
/// line to its arrival at each visitor, and what the visitors cost the node in memory: each of those after the first ten,
/// who also pay for what the node makes once.
final class PageLoad: Sendable {
    struct Plan {
        let port: Int
        let room: String
        let pid: Int
        var visitors = 1_000
        var seconds = 10
        var rate = 20

        init?(_ arguments: [String]) {
            guard arguments.count >= 3, let port = Int(arguments[0]), let pid = Int(arguments[2]) else { return nil }
            (self.port, room, self.pid) = (port, arguments[1], pid)
            if arguments.count > 3 { visitors = max(PageLoad.first + 1, Int(arguments[3]) ?? visitors) }
            if arguments.count > 4 { seconds = Int(arguments[4]) ?? seconds }
            if arguments.count > 5 { rate = Int(arguments[5]) ?? rate }
        }
    }

    static let languages = ["es", "uk", "fr", "ar"]
    private static let first = 10
    private let plan: Plan
    private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    private let tally: NIOLoopBoundBox<Tally>

    init(_ plan: Plan) {
        self.plan = plan
        tally = .makeBoxSendingValue(Tally(), eventLoop: loop)
    }

    func run() async throws {
        _ = try await join(0..<Self.first)
        try await Task.sleep(for: .seconds(1))
        let before = Self.residentKiB(of: plan.pid)
        let joining = try await join(Self.first..<plan.visitors)
        try await Task.sleep(for: .seconds(2))
        let idle = Self.residentKiB(of: plan.pid)
        let spent = Self.processorSeconds(of: plan.pid)
        try await talk()
        let busy = Self.residentKiB(of: plan.pid)
        let processor = (Self.processorSeconds(of: plan.pid) - spent) / Double(plan.seconds)
        let (lines, translations) = try await loop.submit { [tally] in
            (tally.value.lines, tally.value.translations)
        }.get()
        let more = plan.visitors - Self.first
        print("\(plan.visitors) visitors joined in \(joining); each costs \((idle - before) / more) KiB,")
        print("  after \(plan.seconds) s of \(plan.rate) lines a second \((busy - before) / more) KiB")
        print("originals: \(Self.summary(lines)) (expected \(plan.visitors * plan.rate * plan.seconds))")
        print("translations: \(Self.summary(translations))")
        print("the node used \(String(format: "%.2f", processor)) processors")
    }

    private func join(_ numbers: Range<Int>) async throws -> Duration {
        let clock = ContinuousClock()
        return try await clock.measure {
            for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 200) {
                try await withThrowingTaskGroup { group in
                    for number in start..<min(start + 200, numbers.upperBound) {
                        group.addTask { try await self.visitor(number).get() }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    private func visitor(_ number: Int) -> EventLoopFuture<Void> {
        let lang = Self.languages[number % Self.languages.count]
        let greeted = loop.makePromise(of: Void.self)
        let (plan, tally) = (plan, tally)
        let head = "Host: 127.0.0.1\r\nCookie: sabir=\(Self.cookie(number))\r\n"
        return ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        VisitorHandler(plan.room, head, name: "v\(number)", lang, tally.value, greeted))
                }
            }
            .connect(host: "127.0.0.1", port: plan.port)
            .flatMap { _ in greeted.futureResult }
    }

    private func talk() async throws {
        let channel = try await ClientBootstrap(group: loop).connect(host: "127.0.0.1", port: plan.port).get()
        let head =
            "Host: 127.0.0.1\r\nCookie: sabir=\(Self.cookie(0))\r\nContent-Type: application/json\r\nX-Sabir: 1\r\n"
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<plan.seconds * plan.rate {
            try await clock.sleep(until: start + .nanoseconds(1_000_000_000 / plan.rate * number))
            let body =
                #"{"id":"\#(UUID())","text":"T\#(NIODeadline.now().uptimeNanoseconds) Buenos días, siéntese, por favor."}"#
            let request =
                "POST /api/rooms/\(plan.room)/messages HTTP/1.1\r\n\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            channel.writeAndFlush(ByteBuffer(string: request), promise: nil)
        }
        try await clock.sleep(for: .seconds(2))
        try await channel.close()
    }

    /// 43 letters, as the page makes them.
    private static func cookie(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "A", count: 43 - digits.count) + digits
    }

    private static func summary(_ nanoseconds: [UInt64]) -> String {
        let sorted = nanoseconds.sorted()
        guard !sorted.isEmpty else { return "none" }
        let told = [0.5, 0.99, 0.999, 1].map { share in
            String(format: "%.1f", Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1e6)
        }
        return "\(sorted.count), ms at 50/99/99.9/100 %: \(told.joined(separator: " "))"
    }

    private static func residentKiB(of pid: Int) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func processorSeconds(of pid: Int) -> Double {
        let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / 100
    }
}

/// What arrived, in nanoseconds since it was said.
final class Tally {
    var lines: [UInt64] = []
    var translations: [UInt64] = []
}

/// One phone: enters, then reads its stream.
private final class VisitorHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let room: String
    private let head: String
    private let entry: String
    private let tally: Tally
    private let greeted: EventLoopPromise<Void>
    private var isIn = false
    private var isGreeted = false
    private var tail: [UInt8] = []

    init(
        _ room: String, _ head: String, name: String, _ lang: String, _ tally: Tally, _ greeted: EventLoopPromise<Void>
    ) {
        (self.room, self.head, self.tally, self.greeted) = (room, head, tally, greeted)
        entry = #"{"name":"\#(name)","lang":"\#(lang)"}"#
    }

    func channelActive(context: ChannelHandlerContext) {
        let request =
            "POST /api/rooms/\(room)/enter HTTP/1.1\r\n\(head)Content-Type: application/json\r\nX-Sabir: 1\r\n"
            + "Content-Length: \(entry.utf8.count)\r\n\r\n\(entry)"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = NIODeadline.now().uptimeNanoseconds
        let bytes = unwrapInboundIn(data)
        guard isIn else {
            isIn = true
            let request = "GET /api/rooms/\(room)/events HTTP/1.1\r\n\(head)\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
            return
        }
        tail += bytes.readableBytesView
        read(now)
    }

    /// Finds the times in the texts: `"T123 …` in an original, `] T123 …` in a translation.
    private func read(_ now: UInt64) {
        if !isGreeted, tail.firstRange(of: Array("event: hello".utf8)) != nil {
            isGreeted = true
            greeted.succeed()
        }
        var from = 0
        while let at = tail[from...].firstIndex(of: UInt8(ascii: "T")) {
            guard let end = tail[at...].firstIndex(of: UInt8(ascii: " ")) else { break }
            from = at + 1
            guard let said = UInt64(String(decoding: tail[(at + 1)..<end], as: UTF8.self)), said > 1_000_000 else {
                continue
            }
            let isTranslation = at > 0 && tail[at - 1] == UInt8(ascii: " ")
            if isTranslation { tally.translations.append(now - said) } else { tally.lines.append(now - said) }
            from = end
        }
        tail.removeFirst(max(from, tail.count - 64 < from ? from : tail.count - 64))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        greeted.fail(error)
        context.close(promise: nil)
    }
}
