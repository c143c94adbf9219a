import Foundation
import Logging
import SabirProtocol
import Testing

@testable import SabirTranslation

final class InterfaceCatalogueTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sabir-\(UUID().uuidString)")
        .path
    private let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        let files = [
            "en":
                #"{"a": "An {x}", "b": "B", "chat.refused.locked": "Locked.", "chat.refused.banned-for": "Out: {n}."}"#,
            "es": #"{"a": "Un {x} {y}", "chat.refused.locked": "Cerrada.", "chat.refused.banned-for": "Fuera: {n}."}"#,
            "zh": #"{"a": "简"}"#, "zh-Hant": #"{"a": "繁"}"#, "fr": "no JSON",
        ]
        try FileManager.default.createDirectory(atPath: folder + "/interface", withIntermediateDirectories: true)
        for (name, text) in files {
            try text.write(toFile: "\(folder)/interface/\(name).json", atomically: true, encoding: .utf8)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var catalogue: InterfaceCatalogue { .load(from: folder, logger: silent) }

    @Test func aSentenceIsTheReadersOwnElseEnglishElseItsKey() {
        #expect(catalogue.sentence("a", in: tag("es-MX"), ["x": "uno", "y": "dos"]) == "Un uno dos")
        #expect(catalogue.sentence("b", in: spanish) == "B" && catalogue.sentence("none", in: spanish) == "none")
        #expect(catalogue.sentence("a", in: tag("zh-TW")) == "繁" && catalogue.sentence("a", in: tag("zh")) == "简")
        // A file that cannot be read leaves its language to English.
        #expect(catalogue.sentence("b", in: french) == "B")
        #expect(InterfaceCatalogue.none.sentence("a", in: spanish) == "a")
    }

    @Test func slotsAreFilledOnce() {
        #expect(catalogue.sentence("a", in: spanish, ["x": "{y}", "y": "dos"]) == "Un {y} dos")
        #expect(catalogue.sentence("a", in: english) == "An {x}")
    }

    @Test func aRefusalIsToldByItsNameElseItsCode() {
        let banned = WireFault(.banned, "Out for 7 minutes.", as: "banned-for", ["n": "7"])
        #expect(catalogue.sentence(banned, in: spanish) == "Fuera: 7.")
        // The room's own words are the most exact, for who reads English.
        #expect(catalogue.sentence(banned, in: english) == "Out for 7 minutes.")
        #expect(catalogue.sentence(WireFault(.locked, "No."), in: spanish) == "Cerrada.")
        #expect(catalogue.sentence(WireFault(.locked, "No.", as: "banned-for"), in: spanish) == "Cerrada.")
        #expect(catalogue.sentence(WireFault(.muted, "Own words."), in: spanish) == "Own words.")
    }

    @Test func whatFollowsIsASentenceOfItsOwn() {
        let whole = Sentence("Locked.", as: "locked").followed(by: [Sentence("Or out.", as: "banned-for", ["n": "7"])])
        #expect(catalogue.sentence(whole, in: spanish) == "Cerrada. Fuera: 7.")
        #expect(catalogue.sentence(whole, in: english) == "Locked. Or out.")
    }
}
