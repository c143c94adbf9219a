/// A module of the page: imports, exports, and the text between them.
struct ScriptModule: Sendable {
    /// A name imported from another module, and its local name.
    struct Taken: Sendable {
        let name: String
        let asName: String
        let from: String
        let position: Int
    }

    enum Piece: Sendable {
        case source(Range<Int>)
        /// An import that replaces these bytes; their line breaks are kept.
        case imported([Taken], from: String, Range<Int>)
        /// A module loaded by a dynamic import.
        case late(String)
        /// `import.meta.url`
        case address
        case nothing(Range<Int>)
    }

    let source: SourceText
    /// The imported modules, in order.
    let needs: [(path: String, position: Int)]
    /// The dynamically imported modules.
    let late: [(path: String, position: Int)]
    let taken: [Taken]
    /// The module's own exports, and those that it re-exports.
    let declared: [String]
    let passedOn: [Taken]
    let pieces: [Piece]

    var exports: Set<String> { Set(declared).union(passedOn.map(\.asName)) }

    /// The module as a part of the bundle at `place`. Line breaks are kept, so that an error's line can be found.
    func part(in place: String) -> String {
        var text = "$$part(\"\(source.path)\", () => {\n"
        for piece in pieces {
            switch piece {
            case .source(let range): text += source.text(range)
            case .nothing(let range): text += lines(in: range)
            case .imported(let names, let path, let range):
                let list = names.map { $0.name == $0.asName ? $0.name : "\($0.name): \($0.asName)" }
                if !list.isEmpty {
                    text += "const { \(list.joined(separator: ", ")) } = $$modules.get(\"\(path)\");"
                }
                text += lines(in: range)
            case .late(let path):
                let file = SourceText.reference(from: place, to: path)
                text += "import(\"\(file)\").then((late) => late.begin($$modules))"
            case .address:
                let file = SourceText.reference(from: place, to: source.path)
                text += "new URL(\"\(file)\", import.meta.url).href"
            }
        }
        let given = declared + passedOn.map { "\($0.asName): $$modules.get(\"\($0.from)\").\($0.name)" }
        return text + "\nreturn { \(given.joined(separator: ", ")) };\n});\n"
    }

    private func lines(in range: Range<Int>) -> String {
        String(repeating: "\n", count: source.bytes[range].count { $0 == UInt8(ascii: "\n") })
    }
}
