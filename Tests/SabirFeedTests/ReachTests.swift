import SabirTranslation
import SabirProtocol
import Testing

@testable import SabirFeed

/// Whom lines reach: counted by those who read alike.
struct ReachTests {
    private let here = VisibleLines(after: 0)

    private func line(_ seq: Int, _ lang: LanguageTag, _ answers: [LanguageTag: TranslationOutcome] = [:]) -> FeedLine {
        var line = FeedLine(message: .line(seq, "hola", lang), heard: .now, isOverBudget: false)
        line.translations = answers
        return line
    }

    private func reader(_ lang: LanguageTag, reads: Set<LanguageTag> = [], after: Int = 0) -> ReachGroup {
        ReachGroup(lang: lang, reads: reads, visible: VisibleLines(after: after))
    }

    @Test func whoGotNoTranslationIsCountedAndWhoWaitsForOneIsNot() {
        let author = reader("es")
        let table = ReachTable(groups: [author: 2, reader("ca"): 2, reader("uk"): 1, reader("ar"): 3], pairs: [:])
        let said = line(1, "es", ["ca": .translated("hola"), "uk": .untranslated])
        #expect(table.reach(of: said, by: author) == Reach(cannot: 1, of: 7, langs: ["uk"]))
    }

    @Test func whoReadsTheLanguageTooIsNotCounted() {
        let author = reader("es")
        let table = ReachTable(groups: [author: 1, reader("uk"): 1, reader("uk", reads: ["es-MX"]): 1], pairs: [:])
        let reach = table.reach(of: line(1, "es", ["uk": .untranslated]), by: author)
        #expect(reach == Reach(cannot: 1, of: 2, langs: ["uk"]))
    }

    @Test func newcomersWhoMayNotSeeALineDoNotCount() {
        let author = reader("es")
        let table = ReachTable(groups: [author: 1, reader("uk"): 1, reader("uk", after: 5): 4], pairs: [:])
        let reach = table.reach(of: line(5, "es", ["uk": .untranslated]), by: author)
        #expect(reach == Reach(cannot: 1, of: 1, langs: ["uk"]))
    }

    @Test func ofPeopleElsewhereItCountsWhatEnginesOffer() {
        let author = reader("es")
        let table = ReachTable(
            groups: [author: 1, ReachGroup(lang: "uk"): 2, ReachGroup(lang: "ca"): 1],
            pairs: [.init(from: "es", to: "uk"): false, .init(from: "es", to: "ca"): true])
        #expect(table.reach(of: line(1, "es"), by: author) == Reach(cannot: 2, of: 3, langs: ["uk"]))
    }

    /// At terminals, behind relays, on IRC: whoever came later was never told the line.
    @Test func newcomersElsewhereDoNotCountForLinesFromBeforeTheyCame() {
        let author = reader("es")
        let table = ReachTable(
            groups: [author: 1, ReachGroup(lang: "uk"): 1, ReachGroup(lang: "uk", after: 5): 4],
            pairs: [.init(from: "es", to: "uk"): false])
        #expect(table.reach(of: line(5, "es"), by: author) == Reach(cannot: 1, of: 1, langs: ["uk"]))
        #expect(table.reach(of: line(6, "es"), by: author) == Reach(cannot: 5, of: 5, langs: ["uk"]))
        #expect(table.mutualReach(of: author).outgoing.of == 5)
    }

    @Test func whatCannotBeKnownIsNotSaid() {
        let author = reader("es")
        let table = ReachTable(groups: [author: 1, ReachGroup(lang: "uk"): 1], pairs: [:])
        #expect(table.reach(of: line(1, "es"), by: author).cannot == 0)
        #expect(table.mutualReach(of: author).isComplete)
    }

    @Test func mutualReachHasTwoDirections() {
        let pairs: [LanguagePair: Bool] = [.init(from: "es", to: "uk"): true, .init(from: "uk", to: "es"): false]
        let table = ReachTable(groups: [reader("uk"): 2], pairs: pairs)
        let mutual = table.mutualReach(of: reader("es"), isCounted: false)
        #expect(mutual.outgoing == Reach(cannot: 0, of: 2))
        #expect(mutual.incoming == Reach(cannot: 2, of: 2, langs: ["uk"]))
    }

    @Test func thoseWhoComeAreNoNewsWhereAllUnderstandEachOther() {
        let few = ReachTable(groups: [reader("es"): 2], pairs: [:])
        let many = ReachTable(groups: [reader("es"): 9], pairs: [:])
        let alone = ReachTable(groups: [reader("es"): 1], pairs: [:])
        let own = reader("es")
        #expect(few.mutualReach(of: own).isSame(as: many.mutualReach(of: own)))
        #expect(!few.mutualReach(of: own).isSame(as: alone.mutualReach(of: own)))
    }

    @Test func onlyPairsThatNobodyReadsAreAskedFor() {
        let pairs = ReachTable.pairs(among: [reader("es"), reader("es-MX"), reader("uk")], and: ["fr"])
        #expect(pairs.contains(.init(from: "fr", to: "uk")) && !pairs.contains(.init(from: "es", to: "es-MX")))
    }

    @Test func noEngineIsAskedForWhoReadsTheLanguageToo() {
        var feed = FeedState(epoch: "e", newest: 0)
        _ = feed.addReader("uk", seeing: here, reading: ["es"])
        #expect(feed.apply(.message(.line(1, "hola", "es")), now: .now).allSatisfy { !$0.asksAnEngine })
        #expect(feed.apply(.message(.line(2, "hola", "ca")), now: .now).contains { $0.asksAnEngine })
        #expect(feed.addReader("uk", seeing: here).contains { $0.asksAnEngine })
    }
}

extension FeedAction {
    fileprivate var asksAnEngine: Bool { if case .translate = self { true } else { false } }
}
