/// Finds what a module imports and exports. It knows these forms and refuses every other:
///
///     import { a, b as c } from "./x.js";
///     import "./x.js";
///     export { a, b as c } from "./x.js";
///     export function | async function | class | const
///     import("./x.js")
///     import.meta.url
struct ScriptParser {
    private let source: SourceText
    private var scanner: ScriptScanner
    private var needs: [(path: String, position: Int)] = []
    private var late: [(path: String, position: Int)] = []
    private var taken: [ScriptModule.Taken] = []
    private var declared: [String] = []
    private var passedOn: [ScriptModule.Taken] = []
    private var pieces: [ScriptModule.Piece] = []
    /// The position up to which the text is in `pieces`.
    private var copied = 0
    /// Whether anything but imports has come already.
    private var hasCode = false
    /// Whether the value of an exported constant is being read, where a comma would begin another constant.
    private var isInConstant = false

    static func module(_ source: SourceText) throws(WebError) -> ScriptModule {
        var parser = ScriptParser(source)
        return try parser.parsed()
    }

    private init(_ source: SourceText) {
        self.source = source
        scanner = ScriptScanner(source)
    }

    private mutating func parsed() throws(WebError) -> ScriptModule {
        while true {
            let isProperty = scanner.previous?.isSign(".") == true
            guard let token = try scanner.next() else { break }
            if token.kind == .word, !isProperty, source.holds("import", at: token.range) {
                try readImport(token)
            } else if token.kind == .word, !isProperty, source.holds("export", at: token.range) {
                try readExport(token)
            } else {
                hasCode = true
                if isInConstant, token.depth == 0 { try readInConstant(token) }
            }
        }
        pieces.append(.source(copied..<source.bytes.count))
        return ScriptModule(
            source: source, needs: needs, late: late, taken: taken, declared: declared, passedOn: passedOn,
            pieces: pieces)
    }

    private mutating func readInConstant(_ token: ScriptScanner.Token) throws(WebError) {
        if token.isSign(",") { throw fault(token, "Each exported constant has an export of its own.") }
        if token.isSign(";") { isInConstant = false }
    }

    // MARK: Imports

    private mutating func readImport(_ token: ScriptScanner.Token) throws(WebError) {
        let next = try expect(token)
        if next.isSign("(") { return try readLate(token) }
        if next.isSign(".") { return try readAddress(token) }
        try beAtTop(token)
        if next.kind == .text {
            try finish(token, importing: [], from: path(next))
        } else if next.isSign("{") {
            let names = try readNames(token)
            try finish(token, importing: names, from: try readFrom(token))
        } else {
            throw fault(
                token, "An import is written import { name } from \"./module.js\"; another form is not known here.")
        }
    }

    private mutating func finish(
        _ token: ScriptScanner.Token, importing names: [(String, String)], from path: String
    ) throws(WebError) {
        try expectEnd(token)
        let names = names.map {
            ScriptModule.Taken(name: $0, asName: $1, from: path, position: token.range.lowerBound)
        }
        needs.append((path, token.range.lowerBound))
        taken += names
        replace(from: token) { .imported(names, from: path, $0) }
    }

    /// `import("./x.js")`
    private mutating func readLate(_ token: ScriptScanner.Token) throws(WebError) {
        let reason = "What is imported late is named as it is: import(\"./module.js\")."
        let name = try expect(token)
        guard name.kind == .text, try expect(token).isSign(")") else { throw fault(token, reason) }
        let path = try path(name)
        late.append((path, token.range.lowerBound))
        hasCode = true
        replace(from: token) { _ in .late(path) }
    }

    /// `import.meta.url`
    private mutating func readAddress(_ token: ScriptScanner.Token) throws(WebError) {
        guard source.holds("meta", at: try expect(token).range), try expect(token).isSign("."),
            source.holds("url", at: try expect(token).range)
        else { throw fault(token, "Of import.meta nothing but import.meta.url is known here.") }
        hasCode = true
        replace(from: token) { _ in .address }
    }

    // MARK: Exports

    private mutating func readExport(_ token: ScriptScanner.Token) throws(WebError) {
        guard token.depth == 0 else { throw fault(token, "An export stands in no brackets.") }
        isInConstant = false
        let next = try expect(token)
        if next.isSign("{") { return try passOn(token) }
        replace(from: token, to: token.range.upperBound) { .nothing($0) }
        hasCode = true
        var name = try expect(token)
        if source.holds("async", at: next.range), source.holds("function", at: name.range) {
            name = try expect(token)
            if name.isSign("*") { name = try expect(token) }
        } else if source.holds("function", at: next.range) {
            if name.isSign("*") { name = try expect(token) }
        } else if source.holds("const", at: next.range) {
            isInConstant = true
        } else if !source.holds("class", at: next.range) {
            throw fault(token, Self.unknownExport)
        }
        guard name.kind == .word, !source.holds("extends", at: name.range) else {
            throw fault(token, Self.unknownExport)
        }
        if isInConstant, try !expect(token).isSign("=") { throw fault(token, Self.unknownExport) }
        declared.append(source.text(name.range))
    }

    private static let unknownExport =
        "A function, a class or a constant is exported where it is declared and by its name, as in "
        + "export function open() {}; another form is not known here."

    /// `export { a } from "./x.js";`
    private mutating func passOn(_ token: ScriptScanner.Token) throws(WebError) {
        try beAtTop(token)
        let names = try readNames(token)
        let path = try readFrom(token)
        try expectEnd(token)
        needs.append((path, token.range.lowerBound))
        passedOn += names.map {
            ScriptModule.Taken(name: $0, asName: $1, from: path, position: token.range.lowerBound)
        }
        replace(from: token) { .nothing($0) }
    }

    // MARK: Parts of both

    /// Reads the names up to the closing bracket: each as exported there, and as named here.
    private mutating func readNames(_ statement: ScriptScanner.Token) throws(WebError) -> [(String, String)] {
        var names: [(String, String)] = []
        var token = try expect(statement)
        while !token.isSign("}") {
            guard token.kind == .word, !source.holds("default", at: token.range) else {
                throw fault(statement, "In the brackets stand names, and no default.")
            }
            let name = source.text(token.range)
            var asName = name
            token = try expect(statement)
            if source.holds("as", at: token.range) {
                let other = try expect(statement)
                guard other.kind == .word, !source.holds("default", at: other.range) else {
                    throw fault(statement, "In the brackets stand names, and no default.")
                }
                asName = source.text(other.range)
                token = try expect(statement)
            }
            names.append((name, asName))
            if token.isSign(",") {
                token = try expect(statement)
            } else if !token.isSign("}") {
                throw fault(statement, "Between names stands a comma.")
            }
        }
        return names
    }

    private mutating func readFrom(_ statement: ScriptScanner.Token) throws(WebError) -> String {
        guard source.holds("from", at: try expect(statement).range) else {
            throw fault(statement, "Behind the names has to come from \"./module.js\".")
        }
        return try path(try expect(statement))
    }

    private func path(_ token: ScriptScanner.Token) throws(WebError) -> String {
        let text = source.text(token.range).dropFirst().dropLast()
        let quote = source.bytes[token.range.lowerBound]
        guard token.kind == .text, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            text.hasPrefix("./") || text.hasPrefix("../"), text.hasSuffix(".js"),
            !text.contains("\\"), let path = source.sibling(String(text))
        else {
            throw fault(token, "A module is named by its path from here, such as \"./module.js\".")
        }
        return path
    }

    /// Throws for an import after other code: imports run first wherever they are, so they have to be first.
    private func beAtTop(_ token: ScriptScanner.Token) throws(WebError) {
        guard token.depth == 0, !hasCode else {
            throw fault(token, "Imports stand at the top of their module, before everything else.")
        }
    }

    private mutating func expect(_ statement: ScriptScanner.Token) throws(WebError) -> ScriptScanner.Token {
        guard let token = try scanner.next() else { throw fault(statement, "The statement does not end.") }
        return token
    }

    private mutating func expectEnd(_ statement: ScriptScanner.Token) throws(WebError) {
        guard try expect(statement).isSign(";") else { throw fault(statement, "The statement has to end with a ;.") }
    }

    private mutating func replace(
        from token: ScriptScanner.Token, to end: Int? = nil, by piece: (Range<Int>) -> ScriptModule.Piece
    ) {
        let end = end ?? scanner.previous?.range.upperBound ?? token.range.upperBound
        pieces.append(.source(copied..<token.range.lowerBound))
        pieces.append(piece(token.range.lowerBound..<end))
        copied = end
    }

    private func fault(_ token: ScriptScanner.Token, _ reason: String) -> WebError {
        source.fault(at: token.range.lowerBound, reason)
    }
}
