import HTTPTypes

/// The methods of each path, to tell a wrong method from a wrong path.
struct PathTable: Sendable {
    private var entries: [(segments: [Substring], methods: [String])] = []

    /// - Parameter path: A router path: `:name` stands for one segment, `**` for all that follow.
    mutating func add(_ path: String, _ method: HTTPRequest.Method) {
        entries.append((path.split(separator: "/"), method == .get ? ["GET", "HEAD"] : [method.rawValue]))
    }

    /// The methods at a path; empty if there is nothing at it.
    func methods(at path: String) -> [String] {
        let segments = path.split(separator: "/")
        return entries.filter { Self.matches($0.segments, segments) }.flatMap(\.methods)
    }

    private static func matches(_ pattern: [Substring], _ path: [Substring]) -> Bool {
        for (index, segment) in pattern.enumerated() {
            if segment == "**" { return path.count > index }
            guard index < path.count, segment.hasPrefix(":") || segment == path[index] else { return false }
        }
        return pattern.count == path.count
    }
}
