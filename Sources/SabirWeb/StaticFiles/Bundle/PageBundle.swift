import Crypto
import Foundation

/// The page as served, bundled once at the start: one script and one style sheet for each page instead of dozens, and
/// documents that name them under a version, so that browsers may keep them.
struct PageBundle: Sendable {
    /// Sixteen hexadecimal digits, derived from all of the page's files.
    let version: String
    /// Files that differ from their source; served under paths with the version.
    let files: [String: Data]
    let documents: [String: Data]
    /// The scripts that a page requests while it runs.
    let late: Set<String>

    init(_ sources: [String: Data]) throws(WebError) {
        let texts = sources.map { SourceText($0.key, $0.value) }
        let graph = try ModuleGraph(texts.filter { $0.path.hasSuffix(".js") })
        let sheets = StyleSheets(texts.filter { $0.path.hasSuffix(".css") }, pictures: sources)
        var documents: [PageDocument] = []
        for text in texts where text.path.hasSuffix(".html") {
            documents.append(try PageDocument(text) { sources[$0] != nil })
        }
        let entries = documents.reduce(into: Set<String>()) { $0.formUnion($1.entries) }
        let files = try graph.files(for: entries).merging(try sheets.files()) { script, _ in script }
            .mapValues { Data($0.utf8) }
        let version = Self.version(of: sources, files)
        let icons = sources["icons.svg"].map { String(decoding: $0, as: UTF8.self) }
        self.files = files
        late = Set(files.keys.filter { graph.includes($0) }).subtracting(entries)
        self.version = version
        self.documents = Dictionary(
            uniqueKeysWithValues: documents.map {
                ($0.source.path, Data($0.text(version: version, icons: icons).utf8))
            })
    }

    static func isVersion(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    private static func version(of folders: [String: Data]...) -> String {
        var hash = SHA256()
        for folder in folders {
            for (path, data) in folder.sorted(by: { $0.key < $1.key }) {
                hash.update(data: Data("\(path)\n\(data.count)\n".utf8))
                hash.update(data: data)
            }
        }
        return hash.finalize().prefix(8).map { String(format: "%02x", $0) }.joined()
    }
}
