import SabirProtocol

/// The texts to translate, as `POST /translate` has them.
struct SharingQuestion: Sendable {
    let texts: [String]
    /// Whether the request has an array of texts, and so the answer too.
    let isBatch: Bool
    /// A language code, or `auto`.
    let source: String
    let target: String
    /// Whether the client asked for alternatives; it gets an empty list, as there never are any.
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

    /// The length in Unicode scalars, as engines count: a single visible character may have a million of them.
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

    /// Refuses formats other than text: tags would be translated, and cut sentences apart.
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
