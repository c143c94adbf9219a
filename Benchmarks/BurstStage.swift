import Foundation
import Logging
import SabirTranslation
import SabirProtocol

/// A hundred different lines at once through a real Apertium APy, beside the same lines by a plain keep-alive client
/// with as many connections, round by round.
struct BurstStage {
    static let rounds = 7
    static let lines = 100
    private let url: String

    init(_ url: String) { self.url = url }

    func run() async throws {
        let endpoint = EndpointConfiguration(kind: .apertium, url: url)
        let translator = Translator([endpoint], resources: TranslatorBenchmarks.resources(), logger: Benchmarks.silent)
        _ = await translator.standings()
        _ = await translator.translate("calienta", from: TranslatorBenchmarks.spanish, to: TranslatorBenchmarks.catalan)
        var ratios: [Double] = []
        for round in 0..<Self.rounds {
            let plain = { try Self.plainClient(url, endpoint.concurrency, texts(round, "p")) }
            // Who goes first has the colder caches: they take turns.
            let early = round.isMultiple(of: 2) ? try plain() : nil
            let ours = try await burst(translator, texts(round, "s"))
            let theirs = try early ?? plain()
            ratios.append(ours / theirs)
            print(String(format: "burst of %d through APy: %.0f ms, plain client %.0f ms", Self.lines, ours, theirs))
        }
        ratios.sort()
        print(
            String(
                format: "burst through APy against the plain client: %.2f (%.2f–%.2f), %d rounds",
                ratios[ratios.count / 2], ratios[0], ratios[ratios.count - 1], Self.rounds))
        await translator.close()
    }

    private func texts(_ round: Int, _ mark: String) -> [String] {
        (0..<Self.lines).map {
            "La reunión \(round * Self.lines + $0) empieza mañana en la sala \(mark) del primer piso"
        }
    }

    private func burst(_ translator: Translator, _ texts: [String]) async throws -> Double {
        let time = await ContinuousClock().measure {
            await withTaskGroup(of: Bool.self) { group in
                for text in texts {
                    group.addTask {
                        await translator.translate(
                            text, from: TranslatorBenchmarks.spanish, to: TranslatorBenchmarks.catalan
                        ).text != nil
                    }
                }
                let done = await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                if done < texts.count { print("only \(done) of \(texts.count) lines were translated") }
            }
        }
        return time / .milliseconds(1)
    }

    /// Milliseconds that the client counts itself, without its own start.
    private static func plainClient(_ url: String, _ connections: Int, _ texts: [String]) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", program, url, String(connections)]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(texts.joined(separator: "\n").utf8))
        try input.fileHandleForWriting.close()
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let time = Double(answer.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoFigure() }
        return time
    }

    private struct NoFigure: Error {}

    private static let program = """
        import http.client, queue, sys, threading, time, urllib.parse
        address = urllib.parse.urlsplit(sys.argv[1])
        work = queue.SimpleQueue()
        texts = sys.stdin.read().split("\\n")
        clients = [http.client.HTTPConnection(address.hostname, address.port) for _ in range(int(sys.argv[2]))]
        def run(client):
            while True:
                try: text = work.get_nowait()
                except queue.Empty: return
                form = urllib.parse.urlencode({"langpair": "spa|cat", "markUnknown": "yes", "format": "txt", "q": text})
                client.request("POST", "/translate", form, {"Content-Type": "application/x-www-form-urlencoded"})
                answer = client.getresponse()
                body = answer.read()
                assert answer.status == 200, body
        for client in clients: client.connect()
        for text in texts: work.put(text)
        threads = [threading.Thread(target=run, args=(client,)) for client in clients]
        start = time.monotonic()
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print((time.monotonic() - start) * 1000)
        """
}
