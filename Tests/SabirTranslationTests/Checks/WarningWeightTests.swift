import Testing

@testable import SabirTranslation

@Suite struct WarningWeightTests {
    private func kinds(_ weight: TranslationWarning.Weight) -> Set<TranslationWarning.Kind> {
        Set(TranslationWarning.Kind.allCases.filter { $0.weight == weight })
    }

    @Test func whatReadsWellAndSaysSomethingElseIsLoud() {
        #expect(
            kinds(.loud) == [
                .numbers, .units, .times, .dates, .percentages, .negation, .stopCue, .protectionLost, .empty, .length,
                .omission, .names,
                .forbiddenTerm, .obligation, .medicines,
            ])
    }

    @Test func whatNothingIsWrongWithIsNeither() { #expect(kinds(.plain) == [.confirm, .secondLook]) }

    @Test func whatCanBeSeenInTheLineIsQuiet() {
        #expect(kinds(.quiet) == [.echoed, .script, .language, .unknownWords, .wordForm, .term, .word])
    }
}
