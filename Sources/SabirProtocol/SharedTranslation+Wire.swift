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
    /// Cut to one frame: a translation that is too long is left out, and the reason says so.
    package func fitting(id: String) -> TranslatedTexts {
        var fitting = self
        while fitting.size(id: id) > Frame.maximumLength, let last = fitting.texts.lastIndex(where: { $0 != nil }) {
            var texts = fitting.texts
            texts[last] = nil
            fitting = TranslatedTexts(
                texts: texts, engine: engine,
                reason: "The translation is too long for one packet; ask for less at once.",
                warnings: fitting.warnings.filter { $0.place != last })
        }
        return fitting
    }

    private func size(id: String) -> Int {
        var writer = JSONWriter()
        writer.frame("translated") { $0.translated(id, self) }
        return writer.count - Frame.headerLength
    }

    init(_ json: JSONObject) throws(WireFault) {
        guard let texts = try json.optionalStrings("texts") else {
            throw WireFault(.badPacket, "The packet has no \"texts\".")
        }
        self.init(
            texts: texts.map { $0.map(WireText.cleanMessage) },
            engine: try json.string("engine").map(WireText.cleanName),
            reason: try json.string("reason").map(WireText.cleanName),
            warnings: try Warning.list(json, of: texts))
    }
}

extension TranslatedTexts.Warning {
    /// The warnings about texts that exist; those beyond the bounds are left out.
    fileprivate static func list(_ json: JSONObject, of texts: [String?]) throws(WireFault) -> [Self] {
        var found: [Self] = []
        for object in try json.objects("warnings")?.prefix(most) ?? [] {
            guard let place = try object.count("place"), let kind = try object.string("kind"), isKind(kind) else {
                throw WireFault(.badPacket, "Each of \"warnings\" needs a \"place\" and a \"kind\".")
            }
            guard texts.indices.contains(place), texts[place] != nil,
                found.count(where: { $0.place == place }) < mostOfOneText
            else { continue }
            found.append(
                Self(
                    place: place, kind: kind,
                    words: try object.strings("words")?.map(WireText.cleanMessage) ?? [],
                    counterparts: try object.strings("counterparts")?.map(WireText.cleanMessage) ?? []))
        }
        return found
    }

    private static func isKind(_ text: String) -> Bool {
        (1...longestKind).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension TranslationPairs {
    /// Most bytes of tags in one packet, so that it fits a frame.
    private static let maximumBytes = 60_000

    /// The pairs by source, within the bounds of a packet.
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
        field("id", id)
        field("texts", list: answer.texts) { writer, text in
            if let text { writer.string(text) } else { writer.literal("null") }
        }
        field("engine", ifPresent: answer.engine)
        field("reason", ifPresent: answer.reason)
        guard !answer.warnings.isEmpty else { return }
        field("warnings", list: answer.warnings) { writer, warning in
            writer.object {
                $0.field("place", warning.place)
                $0.field("kind", warning.kind)
                if !warning.words.isEmpty { $0.field("words", list: warning.words) { $0.string($1) } }
                if !warning.counterparts.isEmpty {
                    $0.field("counterparts", list: warning.counterparts) { $0.string($1) }
                }
            }
        }
    }

    mutating func pairs(_ pairs: TranslationPairs) {
        field("pairs") {
            for (source, targets) in pairs.bounded { $0.field(named: source.description, list: targets) }
        }
    }
}
