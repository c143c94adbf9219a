import Foundation
import Testing

@testable import SabirTranslation

@Suite("A table of phrases") struct PhraseTableTests {
    @Test("of any cells comes back as it was")
    func cellsComeBack() throws {
        var chance = PhraseChance(state: 9)
        let alphabet = Array("a,\"\n\r é字 ;").map(String.init)
        for _ in 0..<500 {
            var table = CSVTable(columns: ["a", "b", "c"])
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                let fields = (0..<3).map { _ in
                    "x"
                        + (0..<Int.random(in: 0...6, using: &chance)).map { _ in
                            alphabet.randomElement(using: &chance) ?? ""
                        }
                        .joined()
                }
                table.rows.append(CSVTable.Row(line: 0, fields: fields))
            }
            let read = try CSVTable(parsing: table.text)
            #expect(read.rows.map(\.fields) == table.rows.map(\.fields))
        }
    }

    @Test("tells each row that cannot be used, with its line")
    func rowsThatAreWrong() throws {
        let text = """
            ID,Language,Text,plural
            a,en,"Wait
            {n} minutes",n:other
            a,es,Espere {n} minutos,n:lots
            ,es,Hola,
            b,español,Hola,
            c,es,,
            d,es,Espere {q},
            """
        let (document, problems) = try PhraseTable.read(Data(text.utf8))
        #expect(document.units.map(\.id) == ["a"])
        #expect(document.units.first?.segments.first?.text == "Wait {n} minutes")
        #expect(problems.map(\.line) == [4, 5, 6, 7, 8])
    }

    @Test(
        "that is none says why",
        arguments: [
            ("a,b\n", 1, "missing"), ("", 1, "missing"), ("id,language,text\na,en,\"x", 2, "never closed"),
            ("id,language,text\na,en,\"x\"y", 2, "closing quote"), ("id,language,text\na,en,x,y", 2, "4 values"),
        ])
    func noTable(text: String, line: Int, words: String) {
        #expect(throws: ExchangeFileProblem.self) { try PhraseTable.read(Data(text.utf8)) }
        do { _ = try PhraseTable.read(Data(text.utf8)) } catch {
            #expect(error.line == line && error.message.contains(words))
        }
    }
}
