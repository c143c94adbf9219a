import Testing

@testable import SabirTranslation

/// Names that an eye cannot tell apart (Unicode UTS #39), by ICU.
@Suite struct ConfusableNameTests {
    private func lookAlike(_ one: String, _ other: String) -> Bool {
        !Set(ConfusableName.keys(of: one)).isDisjoint(with: ConfusableName.keys(of: other))
    }

    @Test(arguments: [
        ("Anna", "anna"), ("Anna", "ANNA"),
        // Cyrillic а; Greek capitals; a Cherokee letter.
        ("Anna", "Аnnа"), ("ANNA", "ΑΝΝΑ"), ("Dana", "Ꭰana"),
        ("Boris", "ВORIS"), ("АННА", "анна"), ("BOB", "ВОВ"), ("bob", "ВОВ"),
        // A capital I and a small l; a one.
        ("Ivan", "lvan"), ("lisa", "1isa"),
        // Full-width, mathematical, ligatures: NFKC.
        ("Anna", "Ａｎｎａ"), ("Anna", "𝐀𝐧𝐧𝐚"), ("Steffi", "Steﬃ"),
        // Composed and not; what is not seen.
        ("José", "Jose\u{301}"), ("Anna", "An\u{200D}na"), ("Anna", "A\u{34F}nna"),
        ("Straße", "STRASSE"), ("Bern", "Bem"),
        // Arabic kaf and Persian kaf.
        ("كريم", "ڪريم"),
    ])
    func lookAlike(one: String, other: String) { #expect(lookAlike(one, other), "\(one) and \(other)") }

    @Test(arguments: [
        ("Anna", "Ana"), ("Anna", "Anna 2"), ("José", "Jose"), ("Ali", "علي"), ("王", "玉"), ("Anna", "Hanna"),
        ("Анна", "Инна"), ("田中", "由中"),
    ])
    func areDifferent(one: String, other: String) { #expect(!lookAlike(one, other), "\(one) and \(other)") }

    /// For staff's names: what only adorns is not looked at.
    @Test(arguments: [
        ("Dr. Vega", "Dr.Vega"), ("Dr. Vega", "DR VEGA"), ("Dr. Vega", "Dr. Vega\u{332}"), ("Dr. Vega", "Dr. Véga"),
        ("Dr. Vega", "·Dr·Vega·"), ("Dr. Vega", "Dr. Vega ♥️"), ("Dr. Vega", "Ｄr．Ｖega"),
        ("Dr. Vega", "Dr. V\u{20DD}ega"),
        ("Staff", "🅢🅣🅐🅕🅕"), ("Staff", "🇸🇹🇦🇫🇫"), ("Staff", "S t a f f"), ("Вега", "Вега\u{487}"),
        ("محمد", "مُحَمَّد"), ("मीरा", "मीरा\u{20DD}"), ("मीरा", "मी\u{332}रा"),
    ])
    func areOneBare(one: String, other: String) {
        #expect(!Set(ConfusableName.bareKeys(of: one)).isDisjoint(with: ConfusableName.bareKeys(of: other)))
    }

    /// Marks that are letters of their script count.
    @Test(arguments: [
        ("मीरा", "मारी"), ("मीरा", "मर"), ("কর্মী", "করম"), ("かな", "がな"), ("Dr. Vega", "Dr. Vegas"), ("♥", "★"),
    ])
    func areTwoBare(one: String, other: String) {
        #expect(Set(ConfusableName.bareKeys(of: one)).isDisjoint(with: ConfusableName.bareKeys(of: other)))
    }

    @Test func everyNameHasAKey() {
        let hostile = [
            "", " ", "\u{200D}", "\u{0}", String(repeating: "\u{FDFA}", count: 64),
            String(repeating: "👩‍👩‍👧‍👦", count: 64), String(repeating: "x", count: 100_000),
        ]
        for name in hostile {
            #expect(!ConfusableName.keys(of: name).isEmpty && !ConfusableName.bareKeys(of: name).isEmpty)
        }
    }

    /// Sixty-four of what grows most under NFKC: eighteen letters each.
    @Test func theLongestNamesAreStillCompared() {
        let long = String(repeating: "\u{FDFA}", count: 64)
        #expect(ConfusableName.keys(of: long) == ConfusableName.keys(of: long))
        #expect(ConfusableName.keys(of: long) != [long.lowercased()])
    }

    @Test func manyThreadsMayAskAtOnce() async {
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for n in 0..<500 { _ = ConfusableName.keys(of: "Аnna \(n)") } }
            }
        }
        #expect(lookAlike("Anna", "Аnna"))
    }
}
