import Crypto
import Foundation

/// The page as browsers get it, put together once at the start of what stands in its folder: a script and a style sheet
/// for each page instead of dozens, and documents that name them under a version, by which a browser may keep them.
struct PageBundle: Sendable {
    /// Sixteen hexadecimal digits, made of all that the page consists of.
    let version: String
    /// What is served otherwise than it is written, wherever the version is in front.
    let files: [String: Data]
    let documents: [String: Data]
    /// The scripts that a page asks for while it runs.
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
