import SabirCore

/// Finds medicines by their international names, and those that a translation lost or added.
///
/// `share/languages/shape/medicines.json` lists each name in Latin letters, in Chinese, and in other scripts where
/// comparing consonants would match unrelated words. Built when a line is first judged.
struct MedicineNames: Sendable {
    struct File: Decodable {
        /// Each medicine's names.
        var medicines: [[String]]
        /// Words that begin like a medicine but are none: "métadonnées".
        var others: [String]
    }

    /// A medicine in a line: its index in the file, and its place in the line.
    private typealias Mention = (medicine: Int, range: Range<Int>)

    private let others: Set<[UInt8]>
    /// Names in Latin script by their letters; those in other scripts are in `byWord`, by their folded form.
    private var byLetters: [ArraySlice<UInt8>: Int] = [:]
    private var byWord: [[UInt32]: Int] = [:]
    /// Chinese names by their first ideographs.
    private var ideographs: [UInt32: [(name: [UInt32], medicine: Int)]] = [:]
    private var consonants: [Int: [[UInt8]]] = [:]

    /// Shorter words are not looked up, because they may be other words.
    private static let shortestWord = 5
    /// The longest case ending: "парацетамолом". After a long name more may follow: "Paracetamoltabletten".
    private static let longestEnding = 4
    private static let longName = 8

    init(_ file: File) {
        others = Set(file.others.compactMap { MedicineSpelling.letters(of: FoldedText($0).scalars[...]) })
        for (medicine, names) in file.medicines.enumerated() {
            for name in names.map({ FoldedText($0).scalars }) {
                if name.allSatisfy({ $0 >= 0x3000 }) {
                    ideographs[name[0], default: []].append((name, medicine))
                } else if let letters = MedicineSpelling.letters(of: name[...]) {
                    byLetters[letters[...]] = medicine
                    consonants[medicine, default: []].append(MedicineSpelling.consonants(of: name[...]))
                } else {
                    byWord[name] = medicine
                }
            }
        }
    }

    /// Nil if the file does not exist; medicines are then not compared.
    static func read(_ path: String) throws(LanguageDataError) -> OnDemand<MedicineNames>? {
        guard let file = try StrictJSON.decodeIfPresent(File.self, at: path) else { return nil }
        if file.medicines.contains(where: { $0.isEmpty || $0.contains("") }) { throw .wrong(path, "a name is missing") }
        return OnDemand { MedicineNames(file) }
    }

    /// The medicines of each line that the other does not name.
    func differences(_ source: CheckedLine, _ translation: CheckedLine) -> [Difference] {
        let (ours, theirs) = (mentions(in: source), mentions(in: translation))
        let lost = ours.filter { !isNamed($0.medicine, in: translation, theirs) }.map(\.range)
        let added = theirs.filter { !isNamed($0.medicine, in: source, ours) }.map(\.range)
        return lost.isEmpty && added.isEmpty ? [] : [Difference(kind: .medicines, source: lost, translation: added)]
    }

    func areNamed(in line: CheckedLine) -> Bool { !mentions(in: line).isEmpty }

    func areNamed(by word: String) -> Bool { medicine(FoldedText(word).scalars[...]) != nil }

    private func mentions(in line: CheckedLine) -> [Mention] {
        var found = line.words.compactMap { word in
            medicine(word).map { (medicine: $0, range: word.startIndex..<word.endIndex) }
        }
        guard line.rules.script?.runsOn != false else { return found }
        for place in 0..<line.text.count {
            for (name, medicine) in ideographs[line.text.at(place)] ?? []
            where line.text.scalars[place...].starts(with: name) {
                found.append((medicine, place..<place + name.count))
            }
        }
        return found
    }

    private func medicine(_ word: ArraySlice<UInt32>) -> Int? {
        guard word.count >= Self.shortestWord, let first = word.first, first < 0x3000 else { return nil }
        if let letters = MedicineSpelling.letters(of: word) { return medicine(letters: letters) }
        return byWord[Array(word)] ?? byWord[Array(Self.withoutArticle(word))]
    }

    private func medicine(letters: [UInt8]) -> Int? {
        guard letters.count >= Self.shortestWord, !others.contains(letters) else { return nil }
        for length in Self.shortestWord...letters.count
        where length >= Self.longName || letters.count - length <= Self.longestEnding {
            if let medicine = byLetters[letters.prefix(length)] { return medicine }
        }
        return nil
    }

    /// Removes the Arabic article, alone or after "and", "with", "for", in which it may lose a letter.
    private static func withoutArticle(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        articles.first { word.starts(with: $0) }.map { word.dropFirst($0.count) } ?? word
    }

    private static let articles = ["ال", "وال", "بال", "لل", "ب", "و", "ل"].map { $0.unicodeScalars.map(\.value) }

    /// Whether the line names the medicine. Accepts more spellings than `mentions`, because a medicine not found is a
    /// warning.
    private func isNamed(_ medicine: Int, in line: CheckedLine, _ mentions: [Mention]) -> Bool {
        if mentions.contains(where: { $0.medicine == medicine }) { return true }
        // Chinese has its own name for each medicine; if it is unknown, the medicine counts as named.
        if line.rules.script?.runsOn == true, !ideographs.values.joined().contains(where: { $0.medicine == medicine }) {
            return true
        }
        let names = consonants[medicine, default: []].filter { $0.count >= 3 }
        let others = Set(mentions.map(\.range.lowerBound))
        return line.words.contains { word in
            !others.contains(word.startIndex)
                && [word, Self.withoutArticle(word)].contains { word in
                    let consonants = MedicineSpelling.consonants(of: word)
                    return names.contains { consonants.starts(with: $0) }
                }
        }
    }
}
