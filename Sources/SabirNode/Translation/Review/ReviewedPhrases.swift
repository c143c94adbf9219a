import Logging
import SabirTranslation

/// Adds the names of reviewers who approved a phrase to those named in the phrasebook's own file.
package struct ReviewedPhrases: Sendable {
    private let state: ReviewState

    package init(_ state: ReviewState) { self.state = state }

    /// Ignores an unreadable file, which is logged.
    init(stateDirectory: String, logger: Logger) {
        let read = logger.attempt(orLog: .warning, "no review counts") {
            try ReviewFile(stateDirectory: stateDirectory).state(logger)
        }
        state = read ?? ReviewState()
    }

    package func mark(_ document: inout TMXDocument) {
        for unit in document.units.indices { mark(&document.units[unit]) }
    }

    private func mark(_ unit: inout PhraseUnit) {
        var names: [Int: String] = [:]
        for language in unit.languages {
            let places = unit.segments.indices.filter { unit.segments[$0].language == language }
            for (place, entry) in zip(places, ReviewTexts.entries(of: unit, in: language)) where entry.reviewer == nil {
                names[place] = state.reviewers(of: entry, in: language).first
            }
        }
        for (place, name) in names { unit.segments[place].reviewer = name }
    }
}
