import SabirProtocol

/// What is to be translated, as `POST /translate` asks for it.
struct SharingQuestion: Sendable {
    enum Format: String { case text, html }

    let texts: [String]
    /// Whether the answer is an array.
    let isBatch: Bool
    /// A code of a language, or `auto`.
    let source: String
    let target: String
    let format: Format
    /// There never are any; who asks gets an empty list.
    let wantsAlternatives: Bool

    init(_ fields: SharingFields, settings: SharingSettings) throws(SharingFault) {
        (texts, isBatch) = try Self.texts(fields["q"])
        source = try Self.text("source", fields)
        target = try Self.text("target", fields)
        format = try Self.format(fields["format"])
        wantsAlternatives = try Self.number("alternatives", fields) > 0
        guard texts.count <= settings.textsPerRequest else {
            throw .tooLong(texts.count, limit: settings.textsPerRequest)
        }
        for text in texts where text.unicodeScalars.count > settings.charactersPerText {
            throw .tooLong(text.unicodeScalars.count, limit: settings.charactersPerText)
        }
    }

    /// Unicode scalars, as engines count: what looks like one character may be a million of them.
    var characters: Int { texts.reduce(0) { $0 + $1.unicodeScalars.count } }

    static func texts(_ value: SharingFields.Value?) throws(SharingFault) -> ([String], isBatch: Bool) {
        switch value {
        case .text(let text) where !text.isEmpty: return ([text], false)
        case .texts(let texts) where !texts.isEmpty: return (texts, true)
        case nil, .text, .texts: throw .missing("q")
        case .number, .other: throw .invalid("Invalid request: q parameter is neither text nor a list of texts")
        }
    }

    private static func text(_ name: String, _ fields: SharingFields) throws(SharingFault) -> String {
        guard case .text(let text) = fields[name], !text.isEmpty else { throw .missing(name) }
        return text
    }

    private static func format(_ value: SharingFields.Value?) throws(SharingFault) -> Format {
        guard case .text(let name) = value, !name.isEmpty else { return .text }
        guard let format = Format(rawValue: name) else { throw .invalid("\(name.prefix(40)) format is not supported") }
        return format
    }

    private static func number(_ name: String, _ fields: SharingFields) throws(SharingFault) -> Double {
        switch fields[name] {
        case nil: return 0
        case .number(let number): return number
        case .text(let text):
            if let number = Double(text) { return number }
            fallthrough
        case .texts, .other: throw .invalid("Invalid request: \(name) parameter is not a number")
        }
    }
}
