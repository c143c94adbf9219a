import Logging
import NIOCore
import NIOPosix
import SabirProtocol

/// Figures of the parts, each on its own: `swift run -c release sabir-bench`, from the project's folder, or
/// `sabir-bench translation` for those of the translator alone, `sabir-bench advice` for those of advice on drafts. With
/// `SABIR_BENCH_APY=http://127.0.0.1:2737` also those that need a real Apertium APy. Those of the whole program are in
/// docs/performance.md.
@main
enum Benchmarks {
    static let text =
        "Good morning, please take a seat. The doctor will see you in about twenty minutes. Do you need anything?"

    static let silent = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "history":
            var history = HistoryBenchmarks(lines: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000)
            try await history.run()
        case "fill":
            guard let path = arguments.dropFirst().first else { fatalError("Say: sabir-bench fill FILE [LINES]") }
            var fill = HistoryFill(path: path)
            try await fill.run(lines: arguments.dropFirst(2).first.flatMap { Int($0) })
        case "search":
            guard let path = arguments.dropFirst().first else { fatalError("Say: sabir-bench search FILE") }
            try await HistoryFill.search(path)
        case "page":
            guard let plan = PageLoad.Plan(Array(arguments.dropFirst())) else {
                fatalError("Say: sabir-bench page PORT ROOM PID [VISITORS [SECONDS [RATE]]]")
            }
            try await PageLoad(plan).run()
        case "tls":
            guard let program = arguments.dropFirst().first else { fatalError("Say: sabir-bench tls PROGRAM") }
            try await TLSBenchmarks(program: program).run()
        case "advice": await AdviceBenchmarks.run()
        case "translation": try await TranslatorBenchmarks.run()
        default:
            try await decode()
            await encode()
            try await fanOut()
            try await TranslatorBenchmarks.run()
        }
    }

    private static func decode() async throws {
        var encoder = FrameEncoder()
        for _ in 0..<1_000 {
            encoder.append(MemberPacket.message(Draft(id: MessageID(), text: text, lang: LanguageTag("en"))))
        }
        let frames = encoder.take()
        try await Benchmark(name: "decode a message packet", operations: 1_000).measure {
            var decoder = FrameDecoder()
            decoder.append(frames)
            while let body = try decoder.next() { use(try MemberPacket(body: body)) }
        }
    }

    private static func encode() async {
        let message = Message(
            seq: 4_711, id: MessageID(), ts: 1_795_240_889_945, member: MemberID(rawValue: "mge0n"), from: "Anna",
            lang: LanguageTag("en")!, text: text)
        await Benchmark(name: "encode a message packet", operations: 1_000).measure {
            var encoder = FrameEncoder()
            for _ in 0..<1_000 { encoder.append(.message(message)) }
            use(encoder.take())
        }
    }

    /// One sender, 100 members on loopback, 64 messages under way.
    private static func fanOut() async throws {
        let stage = try await FanOutStage(members: 100)
        try await Benchmark(name: "deliver a message to one of 100 members", operations: 640_000).measure {
            try await stage.send(6_400, window: 64)
        }
        await stage.close()
    }
}
