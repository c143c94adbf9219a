import Foundation
import SabirCore
import SabirHistory
import SabirProtocol

/// Fills a history file, for measuring and testing the commands that read it: `sabir-bench fill FILE LINES` with lines
/// that are made up, `sabir-bench fill FILE` with those of standard input.
///
/// There each line is a JSON object, `{"room": …, "from": …, "lang": …, "message": …, "ts": …}`; `ts` may be left out.
/// An empty line does what a node does once a minute, and `maintained` is printed after it. The file is owned until the
/// input ends.
struct HistoryFill {
    private struct Line: Decodable {
        let room: String
        let from: String
        let lang: String
        let message: String
        let ts: Int?
    }

    private let store: HistoryStore
    private var rooms: [String: (number: RoomNumber, seq: Int)] = [:]
    private var words = WordSource()

    init(path: String) { store = HistoryStore(.init(path: path), logger: Benchmarks.silent) }

    mutating func run(lines: Int?) async throws {
        if let lines { try await makeUp(lines) } else { try await read() }
        await store.catchUp()
        await store.close()
    }

    /// What `sabir history search` does, each time from opening the file on: `sabir-bench search FILE`, of one that
    /// was filled with made-up lines.
    static func search(_ path: String) async throws {
        for query in WordSource().queries {
            var times: [Duration] = []
            var hits = 0
            for _ in 0..<5 {
                times.append(
                    try await ContinuousClock().measure {
                        let history = try HistoryInspection(path: path)
                        hits = try await history.search(HistoryQuery(query)).count
                        history.close()
                    })
            }
            times.sort()
            print("search \(query): \(hits) hits, median \(times[2]), most \(times[4])")
        }
    }

    private mutating func read() async throws {
        say("open")
        while let text = readLine() {
            if text.isEmpty {
                await store.maintain()
                say("maintained")
            } else {
                let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
                await store.append([try await historyLine(line)])
            }
        }
    }

    /// At once, also into a pipe.
    private func say(_ word: String) { FileHandle.standardOutput.write(Data((word + "\n").utf8)) }

    private mutating func makeUp(_ count: Int) async throws {
        for start in stride(from: 0, to: count, by: 4_096) {
            var group: [HistoryLine] = []
            for number in start..<min(start + 4_096, count) {
                let line = Line(
                    room: "Bench", from: "Person \(number % 100)", lang: "en", message: words.text(number + 1),
                    ts: 1_795_000_000_000 + number * 20)
                group.append(try await historyLine(line))
            }
            await store.append(group)
        }
    }

    private mutating func historyLine(_ line: Line) async throws -> HistoryLine {
        let place = try await place(of: line.room)
        rooms[line.room] = (place.number, place.seq + 1)
        guard let lang = LanguageTag(line.lang) else { throw CocoaError(.coderInvalidValue) }
        let message = Message(
            seq: place.seq + 1, id: MessageID(), ts: line.ts ?? ClockReading.now().wall,
            member: MemberID(rawValue: "m-\(line.from)"), from: line.from, lang: lang, text: line.message)
        return HistoryLine(room: place.number, message: message)
    }

    private mutating func place(of name: String) async throws -> (number: RoomNumber, seq: Int) {
        if let known = rooms[name] { return known }
        let room = await store.open(room: "id-of-\(name)", name: name, epoch: "e")
        return (room.number, room.past.newest)
    }
}
