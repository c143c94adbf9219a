import Foundation
import SabirHistory
import SabirProtocol

/// The history's figures: `swift run -c release sabir-bench history [LINES]`, a million lines by default, in a folder
/// under TMPDIR that is deleted at the end.
struct HistoryBenchmarks {
    let lines: Int
    private let path: String
    private let clock = ContinuousClock()
    private var words = WordSource()

    init(lines: Int) {
        self.lines = lines
        path = NSTemporaryDirectory() + "sabir-bench-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    private func open(_ fsync: HistoryStore.Settings.Synchronization = .normal) -> HistoryStore {
        HistoryStore(.init(path: path + "/history.sqlite", fsync: fsync), logger: Benchmarks.silent)
    }

    mutating func run() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await append()
        try await acknowledge(.normal)
        try await acknowledge(.always)
        await start()
        await search()
        try await erase()
    }

    /// One room, groups of 64 as a busy event loop hands them over, 4,096 lines under way.
    private mutating func append() async throws {
        let store = open()
        let room = await store.open(room: "bench", name: "Bench", epoch: "e").number
        var seq = 0
        var time = Duration.zero
        while seq < lines {
            let groups = (0..<64).map { _ in
                (0..<64).map { _ in
                    seq += 1
                    return line(seq, room)
                }
            }
            time += await clock.measure {
                await withTaskGroup { tasks in
                    for group in groups { tasks.addTask { await store.append(group) } }
                }
            }
        }
        print("append: \(rate(seq, time)) lines a second")
        let indexing = await clock.measure { await store.catchUp() }
        print("index of what was appended, rest: \(indexing)")
        await store.close()
        let size = try FileManager.default.attributesOfItem(atPath: path + "/history.sqlite")[.size] as? Int
        print("file: \((size ?? 0) / seq) bytes a line")
    }

    /// 50 lines a second, spaced evenly: from handing over to being told, with the indexing behind it.
    private mutating func acknowledge(_ fsync: HistoryStore.Settings.Synchronization) async throws {
        let store = open(fsync)
        let room = await store.open(room: "bench", name: "Bench", epoch: "e")
        var seq = room.past.newest
        var times: [Duration] = []
        for _ in 0..<1_000 {
            seq += 1
            let line = line(seq, room.number)
            times.append(await clock.measure { _ = await store.append(line) })
            try await Task.sleep(for: .milliseconds(20))
        }
        times.sort()
        print("acknowledgement, fsync \(fsync): median \(times[500]), p99 \(times[990]), most \(times[999])")
        await store.close()
    }

    private func start() async {
        for _ in 0..<3 {
            var store: HistoryStore?
            let opening = clock.measure { store = open() }
            guard let store else { return }
            var room: HistoryRoom?
            let first = await clock.measure { room = await store.open(room: "bench", name: "Bench", epoch: "e") }
            guard let number = room?.number else { return }
            let page = await clock.measure { _ = await store.lines(number, before: .max, limit: 50) }
            print("start with \(lines) lines: file \(opening), room \(first), newest page \(page)")
            await store.close()
        }
    }

    private func search() async {
        let store = open()
        for query in words.queries {
            var times: [Duration] = []
            var hits = 0
            for _ in 0..<5 {
                times.append(await clock.measure { hits = await store.search(HistoryQuery(query)).count })
            }
            print("search \(query): \(hits) hits, first \(times[0]), median \(times.sorted()[2])")
        }
        await store.close()
    }

    /// What a room feels of an erasure: the longest that an append took meanwhile.
    private mutating func erase() async throws {
        let store = open()
        let room = await store.open(room: "bench", name: "Bench", epoch: "e")
        var seq = room.past.newest
        let (isDone, clock) = (Flag(), clock)
        async let erasing = Task {
            let time = try await clock.measure { _ = try await store.erase(HistoryFilter(person: "Person 7")) }
            await isDone.set()
            return time
        }.value
        var times: [Duration] = []
        while await !isDone.isSet {
            seq += 1
            let line = line(seq, room.number)
            times.append(await clock.measure { _ = await store.append(line) })
            try await Task.sleep(for: .milliseconds(20))
        }
        times.sort()
        print(
            "erase a person: \(try await erasing); appends meanwhile: p99 \(times[times.count * 99 / 100]), most \(times.last!)"
        )
        await store.close()
    }

    private mutating func line(_ seq: Int, _ room: RoomNumber) -> HistoryLine {
        let person = seq % 100
        let message = Message(
            seq: seq, id: MessageID(), ts: 1_795_000_000_000 + seq * 20, member: MemberID(rawValue: "m\(person)"),
            from: "Person \(person)", lang: LanguageTag("en")!, text: words.text(seq))
        return HistoryLine(room: room, message: message)
    }

    private func rate(_ count: Int, _ time: Duration) -> Int { Int(Double(count) / (time / .seconds(1))) }
}

private actor Flag {
    private(set) var isSet = false
    func set() { isSet = true }
}

/// Lines of 16 words, which are as unequally frequent as words are (Zipf), every twentieth line in Chinese.
struct WordSource {
    private let words: [String]
    private var state: UInt64 = 7

    init() {
        var state: UInt64 = 3
        let syllables = [
            "ba", "re", "mi", "to", "san", "der", "ing", "the", "ca", "lo", "pre", "ti", "on", "es", "al", "qui",
            "ver", "do", "na", "st", "ee",
        ]
        words = (0..<20_000).map { _ in
            (0..<Int(Self.next(&state) % 3 + 1)).map { _ in syllables[Int(Self.next(&state) % 21)] }.joined()
        }
    }

    var common: String { words[3] }
    var middle: String { words[700] }
    var rare: String { words[19_500] }
    /// Two letters that are rare each, and follow each other in a line or two.
    var rareChinese: String { "\u{6100}\u{6001}" }

    /// Words that stand in many lines, in few, and in none; of three letters and more first, then of one and two.
    var queries: [String] {
        [
            common, rare, "\(common) \(rare)", String(rare.prefix(5)), "nowhereatall",
            "\"\(common) \(middle) \(common)\"", rareChinese, "ee", "xq", "q", String(rareChinese.prefix(1)), "zz",
            "jx",
            "ž",
        ]
    }

    mutating func text(_ seq: Int) -> String {
        if seq % 250_000 == 1 { return "the only jx and zz here" }
        if seq % 20 == 0 {
            return String((0..<40).map { _ in Character(Unicode.Scalar(0x4E00 + UInt32(zipf(5_000)))!) })
        }
        return (0..<16).map { _ in words[zipf(words.count)] }.joined(separator: " ")
    }

    private mutating func zipf(_ count: Int) -> Int {
        let uniform = Double(Self.next(&state) % 1_000_000) / 1_000_000
        return min(count - 1, Int(pow(Double(count), uniform)) - 1)
    }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
