import SabirProtocol
import Testing

@testable import SabirTranslation

/// Which lines are looked at a second time, by whom, and what is made of it.
@Suite struct SecondLookTests {
    private func look(_ mode: SecondLookPolicy.Mode = .on) throws -> SecondLook {
        SecondLook(policy: SecondLookPolicy(mode: mode), checker: try ShippedLanguages.checker.get())
    }

    private func translation(_ text: String, _ warnings: [TranslationWarning] = []) -> Translation {
        Translation(text: text, engine: "apertium", pivots: [], warnings: warnings)
    }

    @Test(arguments: [
        ("es", "Tome 2 pastillas", true), ("es", "Tome dos pastillas", true), ("es", "No coma nada", true),
        ("es", "¿Dónde está la estación?", false), ("es", "Es alérgico a la penicilina", true),
        ("es", "Buenos días", false), ("en", "You must rest", true), ("en", "Good morning", false),
        ("de", "Sind Sie einverstanden?", true), ("de", "Guten Morgen", false), ("ru", "Болит голова", true),
        ("ru", "Добрый день", false), ("zh", "我对青霉素过敏", true), ("zh", "早上好", false), ("ar", "عندي حساسية", true),
        ("fa", "حساسیت دارم", true), ("hi", "सिर में दर्द है", true), ("bn", "আমার জ্বর আছে", true),
        ("tr", "İlaç alıyorum", true),
        ("pl", "Boli mnie brzuch", true), ("uk", "Болить живіт", true), ("ur", "مجھے بخار ہے", true),
        ("eu", "Buruko mina daukat", true), ("xx", "5 mg", true), ("xx", "abc def", false),
    ])
    func linesWithFactsAreDue(_ language: String, _ text: String, _ isDue: Bool) throws {
        #expect(try look().isDue(text, in: tag(language), translation("…")) == isDue)
    }

    @Test func whatIsOffDoneOrUnreadableIsNotDue() throws {
        let text = "Tome 2 pastillas"
        #expect(try !look(.off).isDue(text, in: spanish, translation("…")))
        #expect(try !look().isDue(text, in: spanish, translation("…", [TranslationWarning(kind: .echoed)])))
        var done = translation("…")
        done.second = SecondReading(way: .back, text: text, language: spanish, engine: "apertium", difference: nil)
        #expect(try !look().isDue(text, in: spanish, done))
        #expect(try look().isDue(text, in: spanish, translation("…", [TranslationWarning(kind: .numbers)])))
    }

    private static let direct = Route(["a", "b"])

    private func candidate(
        _ number: Int, _ make: String, isMaker: Bool = false, isMetered: Bool = false, there: Route? = direct,
        back: Route? = direct
    ) -> SecondLook.Candidate {
        .init(number: number, make: make, isMaker: isMaker, isMetered: isMetered, there: there, back: back)
    }

    @Test func anotherKindOfEngineIsAskedBeforeTheSameOneBack() throws {
        let maker = candidate(0, "apertium", isMaker: true)
        #expect(try look().choice(among: [maker])?.way == .back)
        #expect(try look().choice(among: [maker, candidate(1, "libretranslate")])?.engine == 1)
        #expect(try look().choice(among: [maker, candidate(1, "libretranslate")])?.way == .other)
        // Another Apertium says the same.
        #expect(try look().choice(among: [maker, candidate(1, "apertium")])?.engine == 0)
        let far = candidate(1, "libretranslate", there: Route(["a", "en", "b"]))
        #expect(try look().choice(among: [maker, far])?.way == .back)
        #expect(try look().choice(among: [candidate(0, "apertium", isMaker: true, back: nil), far]) == nil)
        // Whose engine is gone, or was a host.
        #expect(try look().choice(among: [candidate(1, "libretranslate")]) == nil)
    }

    @Test func whatIsPaidForIsAskedWhereThatIsWantedAlone() throws {
        let paid = candidate(1, "deepl", isMetered: true)
        let maker = candidate(0, "apertium", isMaker: true, back: nil)
        #expect(try look().choice(among: [maker, paid]) == nil)
        #expect(try look(.always).choice(among: [maker, paid])?.engine == 1)
        let own = candidate(0, "deepl", isMaker: true, isMetered: true)
        #expect(try look().choice(among: [own]) == nil)
        #expect(try look(.always).choice(among: [own])?.way == .back)
    }

    /// The original, how its translation reads back, the kinds and words that differ.
    @Test(arguments: [
        ("Tome 2 pastillas cada 8 horas", "Tome 2 pastillas cada 8 horas", [String](), [String]()),
        ("Tome dos pastillas", "Tome 2 tabletas", [], []),
        ("Tome 2 pastillas", "Tome 3 pastillas", ["2 pastillas"], ["3 pastillas"]),
        ("No coma nada", "Coma algo", ["No", "nada"], []),
        ("Es alérgico a la penicilina", "Es alérgico a la amoxicilina", ["penicilina"], ["amoxicilina"]),
        ("Es alérgico a la aspirina", "Tiene alergia a las aspirinas", [], []),
        ("Venga a las 14:30", "Venga a las 15:30", ["14:30"], ["15:30"]),
        ("Dele 5 mg a Ana", "Dele 5 mg a María", ["Ana"], []),
    ])
    func factsAreComparedAndNotSentences(_ source: String, _ back: String, _ words: [String], _ others: [String]) throws
    {
        let question = Question(text: source, from: "es", to: "ca", names: source.contains("Ana") ? ["Ana"] : [])
        let reading = try #require(
            try look().reading(
                translation(back), by: .back, of: question, translation("una cosa qualsevol"), from: spanish,
                to: catalan))
        #expect(reading.text == back && reading.language == spanish && reading.engine == "apertium")
        #expect((reading.difference == nil) == (words.isEmpty && others.isEmpty))
        #expect(reading.difference?.kind ?? .secondLook == .secondLook)
        #expect(reading.difference?.words ?? [] == words && reading.difference?.counterparts ?? [] == others)
    }

    @Test func anotherEngineIsComparedInTheReadersLanguage() throws {
        let question = Question(text: "Tome 2 pastillas", from: "es", to: "ca", names: [])
        let reading = try look().reading(
            translation("Prengui 4 pastilles"), by: .other, of: question, translation("Prengui 3 pastilles"),
            from: spanish, to: catalan)
        #expect(reading?.language == catalan && reading?.difference?.words == ["3 pastilles"])
        #expect(reading?.difference?.counterparts == ["4 pastilles"])
    }

    @Test func whatIsWarnedOfIsNotSaidTwiceAndWhatIsNoReadingSaysNothing() throws {
        let question = Question(text: "Tome 2 pastillas", from: "es", to: "ca", names: [])
        let warned = translation("Prengui 3 pastilles", [TranslationWarning(kind: .numbers)])
        let again = try look().reading(
            translation("Tome 3 pastillas"), by: .back, of: question, warned, from: spanish, to: catalan)
        #expect(again != nil && again?.difference == nil)
        let plain = translation("Prengui 3 pastilles")
        #expect(try look().reading(translation(""), by: .back, of: question, plain, from: spanish, to: catalan) == nil)
    }

    @Test func aDifferenceIsAWarningOfTheOutcome() {
        let difference = TranslationWarning(kind: .secondLook, words: ["2"], counterparts: ["3"])
        let second = SecondReading(way: .back, text: "…", language: spanish, engine: "e", difference: difference)
        var kept = translation("Prengui", [TranslationWarning(kind: .wordForm)])
        kept.second = second
        let line = TranslationOutcome(kept, cached: true)
        #expect(line.warnings == [TranslationWarning(kind: .wordForm), difference] && line.second == second)
        #expect(difference.text.contains("2 / 3"))
    }
}

@Suite struct SecondLookQueueTests {
    private let start = ContinuousClock.now

    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func tickets(_ queue: inout SecondLookQueue, _ now: Int, idle: Set<Int> = [0, 1]) -> [UInt64] {
        var found: [UInt64] = []
        while let ticket = queue.next(now: at(now), idle: idle).ticket { found.append(ticket) }
        return found
    }

    @Test func whoeversEngineIsIdleGoesFirst() {
        var queue = SecondLookQueue(perMinute: 60)
        for (ticket, engine) in [(1, 0), (2, 1), (3, 0)] as [(UInt64, Int)] {
            #expect(queue.add(ticket, for: engine, now: at(0)) == nil)
        }
        #expect(tickets(&queue, 0, idle: []) == [])
        #expect(tickets(&queue, 0, idle: [1]) == [2])
        #expect(tickets(&queue, 0) == [1, 3])
    }

    @Test func aMinuteHasItsBudget() {
        var queue = SecondLookQueue(perMinute: 2)
        for ticket in 1...4 as ClosedRange<UInt64> { _ = queue.add(ticket, for: 0, now: at(0)) }
        #expect(tickets(&queue, 0) == [1, 2])
        #expect(tickets(&queue, 31) == [3])
    }

    @Test func theOldestGivesWayAndNobodyWaitsForEver() {
        var queue = SecondLookQueue(perMinute: 1)
        for ticket in 1...32 as ClosedRange<UInt64> { #expect(queue.add(ticket, for: 0, now: at(0)) == nil) }
        #expect(queue.add(33, for: 0, now: at(1)) == 1)
        let (ticket, expired) = queue.next(now: at(60), idle: [])
        #expect(ticket == nil && expired == Array(2...32))
        #expect(queue.removeAll() == [33] && queue.isEmpty)
    }
}
