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
            let missing = segments.missingNumbers(in: language)
            guard !missing.isEmpty else { continue }
            let message = "\(unit.spoken) has in \(language) no sentence for \(missing.joined(separator: "; ")). "
            add(.plural, message + "See x-plural.", file, segments[0].line)
        }
    }

    private mutating func reviewDoubles(_ files: [(name: String, document: TMXDocument)]) {
        var ids: [String: (unit: Int, place: String)] = [:]
        var sentences: [String: (unit: Int, place: String)] = [:]
        var number = 0
        for (file, document) in files {
            for unit in document.units {
                number += 1
                if let id = unit.id { reviewDouble("The tuid \"\(id)\"", id, number, file, unit.line, &ids) }
                for segment in unit.segments {
                    guard let skeleton = segment.skeleton else { continue }
                    let key = "\(segment.language) \(skeleton.mood == .question) \(skeleton.fixedKey)"
                    let name = "\"\(segment.text.prefix(60))\" (\(segment.language))"
                    reviewDouble(name, key, number, file, segment.line, &sentences)
                }
            }
        }
    }

    /// - Parameter unit: the unit's number in all files; only other units' sentences are doubles.
    private mutating func reviewDouble(
        _ name: String, _ key: String, _ unit: Int, _ file: String, _ line: Int,
        _ seen: inout [String: (unit: Int, place: String)]
    ) {
        if let before = seen[key], before.unit != unit {
            add(.duplicate, "\(name) stands at \(before.place) too.", file, line)
        }
        seen[key] = (unit, "\(file):\(line)")
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
