import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite struct RoomNamesTests {
    private func protectedPieces(_ text: String, _ names: RoomNames) -> [String] {
        Protector().with(names: names.written(in: text)).protect(text, as: .brackets).pieces
    }

    @Test(
        arguments: [
            ("Pregunta a Rosa si viene", ["Rosa"]), ("quiero una rosa roja", []), ("QUIERO UNA ROSA", []),
            ("I saw Will today", ["Will"]), ("Will you come?", []), ("will it hurt?", []),
            ("Thank you, Mark.", ["Mark"]),
            ("mark the page", []), ("enciende la luz", []), ("La Luz no está", ["Luz"]), ("Luz, ven aquí", ["Luz"]),
            ("Gracias, Anna", ["Anna"]), ("Rosalía i Willy", []), ("請李明來", ["李明"]),
            ("espera a Ana de la Cruz", ["Ana de la Cruz"]),
            ("la cruz de la ana", []), ("vaig veure l’Òscar", ["Òscar"]), ("vaig veure l’Oscar", []),
        ] as [(String, [String])])
    func namesAreKeptWhereTheyAreWrittenAsNames(_ text: String, _ expected: [String]) {
        let names: RoomNames = ["Rosa", "Will", "Mark", "Luz", "anna", "李明", "Ana de la Cruz", "Òscar"]
        #expect(protectedPieces(text, names) == expected)
    }

    @Test func theyAreBoundedInNumberAndLength() {
        let many = RoomNames((0..<500).map { "Name\(Unicode.Scalar(97 + $0 % 26)!)\(Unicode.Scalar(97 + $0 / 26)!)" })
        #expect(many.written(in: "Namea" + "a").count == 1 && many.written(in: "Namezz").isEmpty)
        let odd: RoomNames = ["A", "7", "?!", "  ", "Li", String(repeating: "x", count: 200)]
        #expect(odd.written(in: "A 7 ?! Li xxx " + String(repeating: "X", count: 300)) == ["Li"])
        #expect(RoomNames([]).isEmpty && odd == ["Li"])
    }

    @Test func aLineWithoutThemSharesItsPlaceInTheCacheAndOneWithThemHasItsOwn() async throws {
        let server = try FaultServer(wellBehaved)
        let translator = Translator([EndpointConfiguration(kind: .apertium, url: server.url)], limits: .patient)
        func line(_ text: String, _ names: RoomNames) async -> TranslationOutcome {
            await translator.translate(text, from: spanish, to: catalan, names: names)
        }
        let plain = await line("quiero una rosa", [])
        #expect(plain.text == "QUIERO UNA ROSA")
        #expect(await line("quiero una rosa", ["Rosa", "Luz"]).cached)
        let unknown = await line("pregunta a Rosa", [])
        #expect(unknown.text == "PREGUNTA A ROSA")
        let known = await line("pregunta a Rosa", ["Rosa", "Luz"])
        #expect(known.text == "PREGUNTA A Rosa" && !known.cached)
        #expect(await line("pregunta a Rosa", ["Marta", "Rosa"]).cached)
        #expect(await line("pregunta a Rosa", []).text == "PREGUNTA A ROSA")
        #expect(server.readersRequests.count == 3)
        await translator.close()
        server.stop()
    }
}
