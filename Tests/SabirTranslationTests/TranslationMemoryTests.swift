import Testing

@testable import SabirTranslation

/// What is kept in memory of three translations, one of them the room's host's.
struct TranslationMemoryTests {
    private static let secret = "una cosa secreta"
    private static let now = ContinuousClock.now

    private var memory = TranslationMemory(Translator.Limits())

    init() {
        memory.keep(Self.translation("a secret thing"), for: Self.question(Self.secret), ofPeer: false)
        memory.keep(
            Self.translation(Self.secret), for: Self.question("a secret thing", from: "en", to: "es"), ofPeer: false)
        memory.keep(Self.translation("una altra"), for: Self.question("otra", to: "ca"), ofPeer: true)
    }

    private static func question(_ text: String, from: String = "es", to: String = "en") -> Question {
        Question(text: text, from: from, to: to, names: [])
    }

    private static func translation(_ text: String) -> Translation {
        Translation(text: text, engine: "x", pivots: [], warnings: [])
    }

    /// What is known of three questions by now.
    private mutating func known(withPeer: Bool = true) -> [String?] {
        let questions = [
            Self.question(Self.secret), Self.question("a secret thing", from: "en", to: "es"),
            Self.question("otra", to: "ca"),
        ]
        return questions.map { memory.translation(for: $0, withPeer: withPeer)?.text }
    }

    @Test mutating func whatTheHostMadeIsForItsRoomAloneAndGoesWithIt() {
        var known = [known(), known(withPeer: false)]
        #expect(known[0] == ["a secret thing", Self.secret, "una altra"])
        #expect(known[1] == ["a secret thing", Self.secret, nil])
        memory.forgetPeer()
        known = [self.known(), self.known(withPeer: false)]
        #expect(known[0] == ["a secret thing", Self.secret, nil] && known[1] == known[0])
    }

    @Test mutating func aTextIsForgottenAndHowItReadsBack() {
        memory.forget([Self.secret], now: Self.now)
        let known = known()
        #expect(known == [nil, nil, "una altra"])
    }

    @Test mutating func itIsKeptAgainWhenNobodyCanHaveItInHandAnyMore() {
        memory.forget([Self.secret], now: Self.now)
        let later = Self.now + TranslationMemory.patience
        let may = [(Self.secret, Self.now), (Self.secret, Self.now), ("otra", Self.now), (Self.secret, later)]
            .map { memory.permitKeeping($0, now: $1) }
        #expect(may == [false, false, true, true])
        let again = memory.permitKeeping(Self.secret, now: Self.now)
        #expect(again, "It was let go of.")
    }
}
