import SabirProtocol

/// A slot for a number or a time in a sentence: `{n}`, `{h}` or `{time}`, with a digit if a sentence has several
/// (`{n2}`).
struct PhraseSlot: Hashable, Sendable {
    let name: String

    init?(_ name: Substring) {
        let base = name.last?.isNumber == true ? name.dropLast() : name
        guard ["n", "h", "time"].contains(base) else { return nil }
        self.name = String(name)
    }

    var isTime: Bool { name.hasPrefix("time") }
}

/// A stored sentence prepared for filling: alternating texts and slots.
struct PhraseTemplate: Sendable, Equatable {
    enum Part: Sendable, Equatable {
        case text(String)
        case slot(PhraseSlot)
    }

    let parts: [Part]
    let condition: PluralCondition

    /// - Throws: a sentence about a mistake in the slots or the plural.
    init(_ segment: PhraseSegment) throws(ExchangeFileProblem) {
        parts = try Self.parts(of: segment.text)
        condition = try PluralCondition(segment.plural)
        let names = Set(slots.map(\.name))
        if let stray = condition.slots.first(where: { !names.contains($0) }) {
            throw ExchangeFileProblem(message: "x-plural speaks of {\(stray)}, which is not in the sentence.")
        }
    }

    /// In the sentence's order; a repeated slot is listed again.
    var slots: [PhraseSlot] {
        parts.compactMap { if case .slot(let slot) = $0 { slot } else { nil } }
    }

    func filled(_ values: [String: PhraseValue], in style: NumeralStyle) -> String? {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .slot(let slot):
                guard let value = values[slot.name] else { return nil }
                result += value.shown(in: style)
            }
        }
        return result
    }

    private static func parts(of text: String) throws(ExchangeFileProblem) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                throw ExchangeFileProblem(message: "A { or } stands alone in \"\(text.prefix(60))\".")
            }
            let name = rest[rest.index(after: open)..<close]
            guard let slot = PhraseSlot(name) else {
                let known = "{n}, {h} and {time}, with a digit for a second one ({n2})"
                throw ExchangeFileProblem(message: "There is no slot {\(name.prefix(40))}; there are \(known).")
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.slot(slot))
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? parts : parts + [.text(String(rest))]
    }
}
