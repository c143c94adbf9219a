extension TranslationQuestion {
    /// Text is cleaned and measured here, once.
    init(_ json: JSONObject) throws(WireFault) {
        guard let id = try json.string("id"), (1...Self.maximumID).contains(id.unicodeScalars.count) else {
            throw WireFault(.badPacket, "The question needs an \"id\" of 1 to \(Self.maximumID) characters.")
        }
        guard let source = try json.language("source"), let target = try json.language("target") else {
            throw WireFault(.badLang, "The question needs a \"source\" and a \"target\" language.")
        }
        guard let texts = try json.strings("texts"), (1...Self.maximumTexts).contains(texts.count) else {
            throw WireFault(.badPacket, "The question needs 1 to \(Self.maximumTexts) \"texts\".")
        }
        let clean = texts.map(WireText.cleanMessage)
        let length = clean.reduce(0) { $0 + WireText.scalarCount($1) }
        guard length <= Self.maximumScalars else {
            throw WireFault(
                .tooLarge, "The texts have \(length) characters together; at most \(Self.maximumScalars) are allowed.")
        }
        self.init(id: id, source: source, target: target, texts: clean)
    }
}

extension TranslatedTexts {
    /// What one frame holds of it: a translation that is too long for it is left out, and the reason says so.
    package func fitting(id: String) -> TranslatedTexts {
        var fitting = self
        while fitting.size(id: id) > Frame.maximumLength, let last = fitting.texts.lastIndex(where: { $0 != nil }) {
            var texts = fitting.texts
            texts[last] = nil
            fitting = TranslatedTexts(
                texts: texts, engine: engine,
                reason: "The translation is too long for one packet; ask for less at once.")
        }
        return fitting
    }

    private func size(id: String) -> Int {
        var writer = JSONWriter()
        writer.object { $0.translated(id, self) }
        return writer.count
    }

    init(_ json: JSONObject) throws(WireFault) {
        guard let texts = try json.optionalStrings("texts") else {
            throw WireFault(.badPacket, "The packet has no \"texts\".")
        }
        self.init(
            texts: texts.map { $0.map(WireText.cleanMessage) },
            engine: try json.string("engine").map(WireText.cleanName),
            reason: try json.string("reason").map(WireText.cleanName))
    }
}

extension TranslationPairs {
    /// Bytes of tags in one packet, so that it fits a frame with the rest.
    private static let maximumBytes = 60_000

    /// By source, as a packet may carry them: what is beyond its bounds is left out.
    fileprivate var bounded: [(source: LanguageTag, targets: [String])] {
        var pairs = Self.maximum
        var bytes = Self.maximumBytes
        return targets.sorted { $0.key.description < $1.key.description }.map { source, targets in
            bytes -= source.description.utf8.count + 6  // quotes, colon, brackets, comma
            let kept = targets.map(\.description).prefix(max(0, pairs)).prefix {
                bytes -= $0.utf8.count + 3
                return bytes > 0
            }
            pairs -= kept.count
            return (source, Array(kept))
        }
        .filter { !$0.targets.isEmpty }
    }

    init(_ json: JSONObject) throws(WireFault) {
        guard let pairs = try json.object("pairs") else { throw WireFault(.badPacket, "The packet has no \"pairs\".") }
        var room = Self.maximum
        var targets: [LanguageTag: [LanguageTag]] = [:]
        for (source, tags) in pairs.stringLists() {
            guard let source = LanguageTag(source) else { continue }
            targets[source] = Array(tags.prefix(room)).compactMap(LanguageTag.init)
            room -= min(room, tags.count)
        }
        self.init(targets)
    }
}

extension SharedTranslation {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(port: try json.port("port"), connection: try json.bool("connection") ?? false)
    }
}

extension JSONWriter {
    mutating func translated(_ id: String, _ answer: TranslatedTexts) {
        field("type", "translated")
        field("id", id)
        field("texts", list: answer.texts) { writer, text in
            if let text { writer.string(text) } else { writer.literal("null") }
        }
        field("engine", ifPresent: answer.engine)
        field("reason", ifPresent: answer.reason)
    }

    mutating func pairs(_ pairs: TranslationPairs) {
        field("type", "pairs")
        field("pairs") {
            for (source, targets) in pairs.bounded { $0.field(named: source.description, list: targets) }
        }
    }
}
