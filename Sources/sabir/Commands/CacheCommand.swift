import ArgumentParser
import Foundation
import SabirCache

struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Look at the translations kept on disk, or delete them.",
        discussion: """
            Nothing is kept on disk unless [translation] disk_cache = true stands in the configuration: the file \
            holds messages in plain text.

            Examples:  sabir cache stats
                       sabir cache clear
            """,
        subcommands: [CacheStatsCommand.self, CacheClearCommand.self])
}

struct CacheStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Say how many translations are kept, how old, and by which engines.",
        discussion: "Example:  sabir cache stats --json")

    @OptionGroup var common: CommonOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let cache = DiskCacheInspection(stateDirectory: try common.configuration(secrets: .none).node.stateDirectory)
        let statistics: DiskCacheInspection.Statistics?
        do {
            statistics = try cache.statistics()
        } catch {
            throw Failure("\(error)")
        }
        if json {
            StandardOutput.print(JSONValue.object(Self.fields(statistics, path: cache.path)).text)
        } else {
            for line in Self.lines(statistics, path: cache.path) { StandardOutput.print(line) }
        }
    }

    static func lines(_ statistics: DiskCacheInspection.Statistics?, path: String) -> [String] {
        guard let statistics else { return ["No translations are kept on disk (there is no \(path))."] }
        let size = (Double(statistics.bytes) / 1_048_576).formatted(.number.precision(.fractionLength(1)))
        var lines = ["\(path): \(statistics.entries) translations, \(size) MiB."]
        if let oldest = statistics.oldest, let newest = statistics.newest {
            lines.append("oldest \(time(oldest)), newest \(time(newest))")
        }
        return lines
            + statistics.shares.map { "  \($0.engine)  \($0.source) > \($0.target)  \($0.entries)" }
    }

    static func fields(_ statistics: DiskCacheInspection.Statistics?, path: String) -> [String: JSONValue] {
        var fields: [String: JSONValue] = ["path": .string(path), "exists": .bool(statistics != nil)]
        guard let statistics else { return fields }
        fields["entries"] = .int(statistics.entries)
        fields["bytes"] = .int(statistics.bytes)
        fields["oldest"] = .optional(statistics.oldest.map(time))
        fields["newest"] = .optional(statistics.newest.map(time))
        fields["engines"] = .array(statistics.shares.map { .object(Self.fields($0)) })
        return fields
    }

    private static func fields(_ share: DiskCacheInspection.Statistics.Share) -> [String: JSONValue] {
        [
            "engine": .string(share.engine), "from": .string(share.source), "to": .string(share.target),
            "entries": .int(share.entries),
        ]
    }

    private static func time(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}

struct CacheClearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Delete every translation kept on disk; a running node may go on.",
        discussion: "Example:  sabir cache clear")

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let cache = DiskCacheInspection(stateDirectory: try common.configuration(secrets: .none).node.stateDirectory)
        do {
            guard let count = try cache.clear() else {
                return StandardOutput.print("No translations are kept on disk (there is no \(cache.path)).")
            }
            StandardOutput.print("\(count) translations deleted. A running node forgets its own when it ends.")
        } catch {
            throw Failure("\(error)")
        }
    }
}
