import Testing

@testable import SabirConfiguration

@Suite("The line of a key")
struct KeyLinesTests {
    private let root = ConfigurationPath.root

    private func obstacle(_ line: Int, _ message: String) -> KeyLines.Obstacle { .init(line: line, message: message) }

    @Test("is found through headers, dotted and quoted keys, comments, long strings, lists and inline tables")
    func lines() {
        let text = #"""
            top = 1 # [not.a.table]
            a . "b.c".'d' = """
            [x]
            y = 1 \""" still ""\\\
            """"" # five quotes
            [node]
            name = '''
            port = 1'''
            port = 2
            bind = [ # one
              "#", '\',
              "]",
            ]
            [[room]]
            name = "a \" ] # b"
            [[room]]
              name = "b"
            [room.extra]
            deep = 1
            [[translation.endpoint]]
            inline = { p.q = [1, { r = 2 }], s = "}" }
            url = 3
            """#
        let found = KeyLines(text)
        let expected: [(ConfigurationPath, Int)] = [
            (root / "top", 1), (root / "a" / "b.c" / "d", 2), (root / "node", 6), (root / "node" / "name", 7),
            (root / "node" / "port", 9), (root / "node" / "bind" / 0, 11), (root / "node" / "bind" / 1, 11),
            (root / "node" / "bind" / 2, 12), (root / "room" / 0 / "name", 15), (root / "room" / 1 / "name", 17),
            (root / "room" / 1 / "extra" / "deep", 19), (root / "translation" / "endpoint" / 0, 20),
            (root / "translation" / "endpoint" / 0 / "inline" / "p" / "q" / 1 / "r", 21),
            (root / "translation" / "endpoint" / 0 / "inline" / "s", 21),
            (root / "translation" / "endpoint" / 0 / "url", 22),
        ]
        for (path, line) in expected { #expect(found.line(of: path) == line, "\(path)") }
        #expect(found.line(of: root / "x") == nil)
        #expect(found.line(of: root / "room" / 1 / "missing") == 16)
        #expect(found.obstacle == nil)
    }

    @Test("of what is nested too deeply is told, for keys, headers and values alike")
    func nesting() {
        let message = "nested deeper than 16 levels"
        let key = Array(repeating: "a", count: 17).joined(separator: ".")
        #expect(KeyLines("\n\(key) = 1").obstacle == obstacle(2, message))
        #expect(KeyLines("[\(key)]").obstacle == obstacle(1, message))
        #expect(KeyLines("a = " + String(repeating: "[", count: 17)).obstacle == obstacle(1, message))
        #expect(KeyLines("a = " + String(repeating: "{b=", count: 17)).obstacle == obstacle(1, message))
        #expect(KeyLines("a = " + String(repeating: "[", count: 16)).obstacle == nil)
    }

    @Test("of a header without a name is told, behind a byte-order mark too")
    func namelessHeaders() {
        let message = "a table's name stands between its brackets, such as [node]"
        for text in ["[=]", "[[.a]]", "[ #", "[é]", "\u{FEFF}[,]", "a = 1\n[", "[]"] {
            let line = text.contains("\n") ? 2 : 1
            #expect(KeyLines(text).obstacle == obstacle(line, message), "\(text)")
        }
        #expect(KeyLines("[ 'a' ]\n[[\"b\"]]\n[-]\n[a.]").obstacle == nil)
    }

    @Test("of what cannot be an item of a list is told")
    func notValues() {
        let message = "a list ends with ], and its texts stand between double quotes"
        for text in ["a = [\n}", "a = [1,\n\u{85}", "a = [\"#\", # c\n\u{2028}]", "a = {b = [\né]}"] {
            #expect(KeyLines(text).obstacle == obstacle(2, message), "\(text)")
        }
    }

    @Test("of a date or time is told, and numbers are none")
    func moments() {
        for text in ["a = 1979-05-27 =", "a = [\n1_979-05-27T", "a = 07:32", "a = {b = 1979-05-27 # c"] {
            let line = text.contains("\n") ? 2 : 1
            #expect(KeyLines(text).obstacle == obstacle(line, "a date or time cannot stand here"), "\(text)")
        }
        #expect(KeyLines("a = [1e-5, 1E-5, -5, 0x1f]\nb = '1979-05-27'\nc = 1 # 1979-05-27").obstacle == nil)
    }
}
