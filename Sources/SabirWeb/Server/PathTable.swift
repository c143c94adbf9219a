import HTTPTypes

/// The methods of each path, to tell a wrong method from a wrong path.
struct PathTable: Sendable {
    private struct Entry: Sendable {
        let segments: [Substring]
        var methods: [String]
    }

    private var entries: [Entry] = []

    /// - Parameter path: A router path: `:name` stands for one segment, `**` for all that follow.
    mutating func add(_ path: String, _ method: HTTPRequest.Method) {
        let segments = path.split(separator: "/")
        let methods = method == .get ? ["GET", "HEAD"] : [method.rawValue]
        if let at = entries.firstIndex(where: { $0.segments == segments }) {
            entries[at].methods += methods
        } else {
            entries.append(Entry(segments: segments, methods: methods))
        }
    }

    /// The methods at a path; empty if there is nothing at it.
    func methods(at path: String) -> [String] {
        let segments = path.split(separator: "/")
        return entries.first { Self.matches($0.segments, segments) }?.methods ?? []
    }

    private static func matches(_ pattern: [Substring], _ path: [Substring]) -> Bool {
        for (index, segment) in pattern.enumerated() {
            if segment == "**" { return path.count > index }
            guard index < path.count, segment.hasPrefix(":") || segment == path[index] else { return false }
        }
        return pattern.count == path.count
    }
}
