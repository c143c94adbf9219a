import Testing

@testable import SabirTranslation

@Suite struct ProtectedTextTests {
    // MARK: ProtectedRanges

    private func protected(_ text: String, terms: [String] = [], names: [String] = []) -> [String] {
        var trie = PhraseTrie<Bool>()
        for term in terms { trie.add(term, isEmpty: true) { _ in } }
        var people = PhraseTrie<[String]>()
        for name in names { people.add(name, isEmpty: []) { $0.append(name) } }
        let scalars = Array(text.unicodeScalars)
        return ProtectedRanges(text, terms: trie, names: people).ranges.map { range in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            return String(view)
        }
    }

    @Test(arguments: [
        ("See https://example.org/a?b=c, now.", ["https://example.org/a?b=c"]),
        ("Go to www.example.org.", ["www.example.org"]),
        ("Write to anna.b@example.org!", ["anna.b@example.org"]), ("clinic.cat/hours is it", ["clinic.cat/hours"]),
        ("Come in.Then wait.", []), ("@anna and @ anna", ["@anna"]),
        ("Call +34 93 456 78 90 now", ["+34 93 456 78 90"]),
        ("at 7:30 a.m. sharp", ["7:30 a.m."]), ("5 mg/ml twice", ["5 mg/ml"]), ("5 tablets", []),
        ("€ 20 or 20 €", ["€ 20", "20 €"]),
        ("B12 and A-204", ["B12", "A-204"]), ("the 2nd and 8A", ["8A"]), ("good 👍🏽👩‍⚕️ day", ["👍🏽👩‍⚕️"]), ("http:// alone", []),
    ])
    func whatAnEngineMustNotTouchIsFound(_ text: String, _ expected: [String]) { #expect(protected(text) == expected) }

    @Test func termsAndNamesAreProtectedAsTheyAreWritten() {
        #expect(protected("take ibuprofeno now", terms: ["ibuprofeno"]) == ["ibuprofeno"])
        #expect(protected("take ibuprofenos now", terms: ["ibuprofeno"]).isEmpty)
        #expect(
            protected("Hola, Rosa: ven", names: ["Rosa"]) == ["Rosa"] && protected("una rosa", names: ["Rosa"]).isEmpty)
        // The first word of a sentence has a capital whatever it is.
        #expect(
            protected("Rosa es un color", names: ["Rosa"]).isEmpty
                && protected("Rosa, ven", names: ["Rosa"]) == ["Rosa"])
    }

    // MARK: ProtectedText

    private func text(_ form: PlaceholderForm, _ pieces: [String], first: Int = 1) -> ProtectedText {
        ProtectedText(text: "", pieces: pieces, form: form, first: first)
    }

    @Test func eachPieceComesBackInItsPlace() {
        let plain = text(.brackets, ["5 mg", "B12"])
        #expect(plain.restored(from: "take [[2]], then [[1]] more") == "take B12, then 5 mg more")
        #expect(plain.restored(from: "[ [ 2 ] ] and ［［1］］.") == "B12 and 5 mg.")
        #expect(text(.braces, ["x"], first: 7).restored(from: "a {7} b") == "a x b")
        #expect(text(.whiteBrackets, ["[[1]]"]).restored(from: "⟦１⟧") == "[[1]]")
        #expect(text(.braces, []).restored(from: "as {1} is") == "as {1} is")
    }

    @Test(arguments: ["[[1]]", "[[1]] [[1]] [[2]]", "[[1]] [2]", "[[1]] [[3]] [[x]]", ""])
    func whatDidNotComeBackOnceIsNoText(_ answer: String) {
        #expect(text(.brackets, ["a", "b"]).restored(from: answer) == nil)
    }

    @Test func whatIsThereIsCountedAndWhatIsLostIsTold() {
        let plain = text(.brackets, ["a", "b"])
        #expect(plain.mentions(in: "[[1]] [[1]] [[2]] [[3]] [1]") == 3)
        #expect(plain.lost.kind == .protectionLost && plain.lost.words == ["a", "b"])
    }
}
