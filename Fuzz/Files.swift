import Foundation
import SabirConfiguration
import SabirTranslation
import SabirProtocol

/// A phrasebook, TMX or CSV: what was read is written and read again as the same.
func fuzzPhrasebook(_ input: [UInt8]) {
    guard let (document, _) = try? PhraseExchange.read(Data(input)) else { return }
    let again = try? PhraseExchange.read(Data(document.text.utf8))
    demand(again?.document.text == document.text, "a phrasebook is the same when written again")
}

/// A glossary, TBX or CSV.
func fuzzGlossary(_ input: [UInt8]) {
    guard let (concepts, _) = try? Glossary.read(Data(input)) else { return }
    let glossary = Glossary(concepts)
    for concept in concepts.prefix(4) {
        for term in concept.terms.prefix(4) {
            guard let language = term.language else { continue }
            _ = glossary.check(term.text, from: language, translation: term.text, to: language)
        }
    }
}

/// `sabir.toml`. A problem names its line and shows nothing that could not be printed.
func fuzzConfiguration(_ input: [UInt8]) {
    // Keys may name files: none of this machine's is to be read.
    guard let text = String(validating: input, as: UTF8.self), !text.contains("_file") else { return }
    do throws(ConfigurationError) {
        _ = try NodeConfiguration(parsing: text, file: "sabir.toml", on: environment)
    } catch {
        demand(!error.problems.isEmpty, "a refusal says why")
        for problem in error.problems {
            let isPlain = problem.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            demand(isPlain, "a problem can be printed")
        }
    }
}

private let environment = ConfigurationEnvironment(
    hostName: "front-desk.example", variables: ["HOME": "/nonexistent"], isRoot: false)
