import Foundation

/// An HTML file of the page: finds what it names of `/assets/`, and writes it with the version and the icons in it.
struct PageDocument {
    private static let assets = "=\"/assets/"

    let source: SourceText
    /// The modules that this page starts with.
    let entries: Set<String>
    private let parts: [String]

    /// - Parameter isFile: Whether the page has a file with this path.
    init(_ source: SourceText, isFile: (String) -> Bool) throws(WebError) {
        self.source = source
        let text = source.text(source.bytes.indices)
        for foreign in ["=\"http:", "=\"https:", "=\"//"] {
            if let place = text.range(of: foreign) {
                throw source.fault(
                    at: text[..<place.lowerBound].utf8.count,
                    "It names another host. The page asks nobody but its node.")
            }
        }
        parts = text.components(separatedBy: Self.assets)
        var entries: Set<String> = []
        var position = parts[0].utf8.count
        for (before, part) in zip(parts, parts.dropFirst()) {
            let path = String(part.prefix { $0 != "\"" })
            guard isFile(path) else {
                throw source.fault(at: position, "It names /assets/\(path), which is not there.")
            }
            if before.hasSuffix("<script type=\"module\" src") { entries.insert(path) }
            position += Self.assets.utf8.count + part.utf8.count
        }
        self.entries = entries
    }

    /// The document with versioned paths. `icons` is a sprite whose symbols are added at its end as `icon-NAME`, so
    /// that they need no request and work without a network.
    func text(version: String, icons: String?) -> String {
        let text = parts.joined(separator: Self.assets + version + "/")
        guard let icons else { return text }
        let named = icons.replacingOccurrences(of: "<symbol id=\"", with: "<symbol id=\"icon-")
        let sprite = "<div id=\"icons\" hidden>\n\(named)</div>\n"
        guard let end = text.range(of: "</body>", options: .backwards) else { return text + sprite }
        return text[..<end.lowerBound] + sprite + text[end.lowerBound...]
    }
}
