import SabirProtocol

/// What is to be translated, as `POST /translate` asks for it.
struct SharingQuestion: Sendable {
    let texts: [String]
    /// Whether the answer is an array.
    let isBatch: Bool
    /// A code of a language, or `auto`.
    let source: String
    let target: String
    /// There never are any; who asks gets an empty list.
    let wantsAlternatives: Bool

    init(_ fields: SharingFields, settings: SharingSettings) throws(SharingFault) {
        (texts, isBatch) = try Self.texts(fields["q"])
        source = try Self.text("source", fields)
        target = try Self.text("target", fields)
        try Self.checkFormat(fields["format"])
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

    /// Texts are plain: tags in them would be translated, and a sentence that a tag cuts loses its sense.
    private static func checkFormat(_ value: SharingFields.Value?) throws(SharingFault) {
        guard case .text(let name) = value, !name.isEmpty, name != "text" else { return }
        throw .invalid("\(name.prefix(40)) format is not supported")
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
