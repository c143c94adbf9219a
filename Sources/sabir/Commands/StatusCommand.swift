import ArgumentParser
import Foundation
import SabirCore
import SabirNode
import SabirTerminal
import SabirWeb
import UnixSignals

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how the node on this machine is: rooms, engines, disk, what needs attention.",
        discussion: """
            Asks the running node, at the port of its page. Names no person and shows nothing that was said. If no \
            node answers, the exit status is 1.

            Examples:  sabir status
                       sabir status --watch
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "Show it anew every two seconds, until Ctrl-C. In a terminal.")
    var watch = false

    @Flag(help: "One JSON document, for programs.")
    var json = false

    func validate() throws {
        guard !json || !watch else { throw ValidationError("--json and --watch exclude each other.") }
    }

    func run() async throws {
        guard !watch || isatty(STDOUT_FILENO) == 1 else {
            throw Failure.usage("--watch needs a terminal; for programs there is --json.")
        }
        try await common.withNodePage { node in
            if watch { return await follow(node) }
            let answer = try await node.status()
            let text = json ? String(decoding: answer, as: UTF8.self) : try Self.lines(answer).joined(separator: "\n")
            StandardOutput.print(text)
        }
    }

    private static func lines(_ answer: Data) throws(NodeError) -> [String] {
        do {
            return StatusText(status: try JSONDecoder().decode(StatusJSON.self, from: answer), now: Date()).lines
        } catch {
            throw NodeError(
                description: "The node's answer cannot be read; it may be of another version than this command.")
        }
    }

    /// Uses the terminal's alternate screen, so that at the end the earlier content reappears, with the last status
    /// below.
    private func follow(_ node: NodePage) async {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        StandardOutput.write("\u{1B}[?1049h\u{1B}[?25l")
        let last = await withTaskGroup(of: [String].self) { group in
            group.addTask {
                for await _ in signals { break }
                return []
            }
            group.addTask { await Self.redraw(node) }
            _ = await group.next()
            group.cancelAll()
            return await group.next() ?? []
        }
        StandardOutput.write("\u{1B}[?25h\u{1B}[?1049l")
        if !last.isEmpty { StandardOutput.print(last.joined(separator: "\n")) }
    }

    /// Redraws until cancelled. Returns the lines shown last.
    private static func redraw(_ node: NodePage) async -> [String] {
        var shown: [String] = []
        repeat {
            do throws(NodeError) {
                let answer = try await node.status()
                shown = try lines(answer)
            } catch {
                // Ctrl-C also cancels the question.
                if Task.isCancelled { break }
                shown = StatusText.wrapped(error.description)
            }
            let rows = max(TerminalSize(of: STDOUT_FILENO).rows - 1, 1)
            let cut = shown.count > rows ? shown.prefix(rows - 1) + ["…"] : shown[...]
            StandardOutput.write("\u{1B}[H" + cut.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J")
        } while (try? await Task.sleep(for: .seconds(2))) != nil
        return shown
    }
}
