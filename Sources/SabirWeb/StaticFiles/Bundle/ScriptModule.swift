/// A module of the page: what it takes from others, what it gives, and its text in between.
struct ScriptModule: Sendable {
    /// One name of another module, and what it is called here.
    struct Taken: Sendable {
        let name: String
        let asName: String
        let from: String
        let position: Int
    }

    enum Piece: Sendable {
        case source(Range<Int>)
        /// An import in place of these bytes, of whose lines none is lost.
        case imported([Taken], from: String, Range<Int>)
        /// A module that comes when it is asked for.
        case late(String)
        /// `import.meta.url`
        case address
        case nothing(Range<Int>)
    }

    let source: SourceText
    /// What has to be there before it, in the order in which it is named.
    let needs: [(path: String, position: Int)]
    /// What it asks for while it runs.
    let late: [(path: String, position: Int)]
    let taken: [Taken]
    /// What it gives of its own, and what it passes on.
    let declared: [String]
    let passedOn: [Taken]
    let pieces: [Piece]

    var exports: Set<String> { Set(declared).union(passedOn.map(\.asName)) }

    /// As a part of a file that is served at `place`. Lines stay lines, so that an error's line can be found again.
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
