import SabirProtocol

/// What `sabir phrases check` finds in readable phrasebooks.
package struct PhrasebookReview: Sendable {
    package struct Finding: Sendable {
        package enum Kind: String, Sendable {
            /// Two units of one language with the same sentence, or with the same `tuid`.
            case duplicate
            /// A unit lacks a language that other units of its file have.
            case missingLanguage = "missing-language"
            /// The sentences of a unit have different slots.
            case slots
            /// A unit has no sentence for some numbers, as `PluralCondition` explains.
            case plural
        }

        package var kind: Kind
        package var problem: ExchangeFileProblem
    }

    package private(set) var findings: [Finding] = []
    /// The number of units in all files.
    package private(set) var units = 0
    /// The number of sentences without a reviewer, by language, in alphabetical order.
    package private(set) var unreviewed: [(language: LanguageTag, count: Int)] = []

    /// - Parameter files: in the order of the configuration.
    package init(_ files: [(name: String, document: TMXDocument)]) {
        for file in files {
            units += file.document.units.count
            reviewLanguages(of: file.document, file.name)
            for unit in file.document.units {
                reviewSlots(of: unit, file.name)
                reviewPlurals(of: unit, file.name)
            }
        }
        reviewDoubles(files)
        count(files.flatMap(\.document.units))
    }

    private mutating func add(_ kind: Finding.Kind, _ message: String, _ file: String, _ line: Int) {
        let problem = ExchangeFileProblem(file: file, line: line > 0 ? line : nil, message: message)
        findings.append(Finding(kind: kind, problem: problem))
    }

    private mutating func reviewLanguages(of document: TMXDocument, _ file: String) {
        let all = Set(document.units.flatMap(\.languages))
        for unit in document.units {
            let missing = all.subtracting(unit.languages).map(\.description).sorted()
            guard !missing.isEmpty else { continue }
            add(.missingLanguage, "\(unit.spoken) has no \(missing.joined(separator: ", ")).", file, unit.line)
        }
    }

    private mutating func reviewSlots(of unit: PhraseUnit, _ file: String) {
        guard let first = unit.segments.first else { return }
        let expected = first.slotNames
        for segment in unit.segments.dropFirst() where segment.slotNames != expected {
            let names =
                segment.slotNames.isEmpty ? "no slots" : segment.slotNames.map { "{\($0)}" }.joined(separator: " ")
            let message = "\(unit.spoken) has \(names) in \(segment.language), other than in \(first.language)."
            add(.slots, message, file, segment.line)
        }
    }

    private mutating func reviewPlurals(of unit: PhraseUnit, _ file: String) {
        for language in unit.languages {
            let segments = unit.segments(in: language)
            let missing = PluralCoverage(segments, language).missing
            guard !missing.isEmpty else { continue }
            let message = "\(unit.spoken) has in \(language) no sentence for \(missing.joined(separator: "; ")). "
            add(.plural, message + "See x-plural.", file, segments[0].line)
        }
    }

    private mutating func reviewDoubles(_ files: [(name: String, document: TMXDocument)]) {
        var ids: [String: String] = [:]
        var sentences: [String: (unit: Int, place: String)] = [:]
        var number = 0
        for (name, document) in files {
            for unit in document.units {
                number += 1
                reviewDouble(of: unit, name, &ids)
                for segment in unit.segments {
                    reviewDouble(of: segment, number, unit, name, &sentences)
                }
            }
        }
    }

    private mutating func reviewDouble(of unit: PhraseUnit, _ file: String, _ ids: inout [String: String]) {
        guard let id = unit.id else { return }
        let place = "\(file):\(unit.line)"
        if let before = ids[id] { add(.duplicate, "The tuid \"\(id)\" stands at \(before) too.", file, unit.line) }
        ids[id] = place
    }

    private mutating func reviewDouble(
        of segment: PhraseSegment, _ number: Int, _ unit: PhraseUnit, _ file: String,
        _ sentences: inout [String: (unit: Int, place: String)]
    ) {
        guard let skeleton = segment.skeleton else { return }
        let key = "\(segment.language) \(skeleton.mood == .question) \(skeleton.fixedKey)"
        if let before = sentences[key], before.unit != number {
            let message = "\"\(segment.text.prefix(60))\" (\(segment.language)) stands at \(before.place) too."
            add(.duplicate, message, file, segment.line)
        }
        sentences[key] = (number, "\(file):\(segment.line)")
    }

    private mutating func count(_ units: [PhraseUnit]) {
        var counts: [LanguageTag: Int] = [:]
        for unit in units {
            for segment in unit.segments where unit.reviewer(of: segment) == nil {
                counts[segment.language, default: 0] += 1
            }
        }
        unreviewed = counts.sorted { $0.key.description < $1.key.description }.map { ($0.key, $0.value) }
    }
}

extension PhraseUnit {
    /// The unit as problems name it.
    var spoken: String { id.map { "The unit \"\($0.prefix(60))\"" } ?? "This unit" }
}

extension PhraseSegment {
    /// Each slot once, in alphabetical order.
    var slotNames: [String] { Set((try? PhraseTemplate(self))?.slots.map(\.name) ?? []).sorted() }

    var skeleton: PhraseSkeleton? { (try? PhraseTemplate(self)).flatMap(PhraseSkeleton.init) }
}

extension PhraseSkeleton {
    /// The key with its fixed numbers: "Call 112" and "Call 061" are different sentences.
    fileprivate var fixedKey: String {
        key + gaps.map { if case .value(let value) = $0 { " " + value.shown(in: NumeralStyle()) } else { "" } }.joined()
    }
}
