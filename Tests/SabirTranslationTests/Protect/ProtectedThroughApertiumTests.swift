import Foundation
import Testing

@testable import SabirTranslation

/// Placeholders through the real engine, wherever its command and a pair are installed.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/apertium")))
struct ProtectedThroughApertiumTests {
    private static let lines: [String: [String]] = [
        "eng-spa": english, "eng-cat": english,
        "spa-cat": [
            "Tome 500 mg de paracetamol cada 8 h.", "La cita es a las 7:30, llame al 612 345 678.",
            "Escriba a ana@clinica.es o mire www.clinica.es.",
            "Rosa, ¿tiene 38,5 °C?", "Hola @ana 👍🏽, la sala B12 está abierta.", "(5 ml) y 10%",
            "No tome más de 3 g/24 h: es peligroso.",
        ],
        "fra-cat": [
            "Prenez 500 mg de paracetamol toutes les 8 h.", "Le rendez-vous est à 7:30, appelez le 06 12 34 56 78.",
            "Écrivez à ana@clinique.fr.",
            "Bonjour @ana 👍🏽, la salle B12 est ouverte.", "La dose (5 ml) contient 10 % d'alcool.",
        ],
    ]
    private static let english = [
        "Take 500 mg of paracetamol every 8 h.", "The appointment is at 7:30 pm, call 612 345 678.",
        "Write to ana@clinic.org or see www.clinic.org.",
        "Do you have 38.5 °C, Rosa?", "Hello @ana 👍🏽, room B12 is open.", "(5 ml) and 10%", "I saw Rosa at 19:05.",
        "5 mg, 10 mg, 15 mg",
        "The 500 mg tablet costs €20.", "Paracetamol 1 g", "Rosa",
    ]

    @Test(arguments: lines.keys.sorted()) func everyPieceComesBack(_ pair: String) throws {
        let protector = Protector(terms: ["paracetamol"], names: ["Rosa"])
        let protected = try #require(Self.lines[pair]).map { protector.protect($0, as: .brackets) }
        #expect(protected.allSatisfy { !$0.pieces.isEmpty })
        let answers = try translate(protected.map(\.text), pair)
        try #require(answers.count == protected.count)
        for (line, answer) in zip(protected, answers) {
            let restored = try #require(line.restored(from: answer), "\(line.text) → \(answer)")
            for piece in line.pieces { #expect(restored.contains(piece)) }
        }
    }

    private func translate(_ lines: [String], _ pair: String) throws -> [String] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/apertium")
        process.arguments = ["-f", "txt", pair]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(lines.joined(separator: "\n\n").utf8))
        try input.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
