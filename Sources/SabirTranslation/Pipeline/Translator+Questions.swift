import SabirProtocol

/// Makes the keys under which lines are cached.
extension Translator {
    struct VariantKeys {
        let from: String
        let to: String
    }

    func languageKey(_ tag: LanguageTag) -> LanguageKey {
        if let key = languageKeys.value(for: tag) { return key }
        let key = LanguageKey(tag)
        languageKeys.insert(key, for: tag, cost: 1)
        return key
    }

    func question(
        _ text: String, _ from: LanguageTag, _ to: LanguageTag, _ names: RoomNames
    ) -> Question {
        question(text, from, to, written: names.isEmpty ? [] : names.written(in: text))
    }

    func question(
        _ text: String, _ from: LanguageTag, _ to: LanguageTag, written names: [String]
    ) -> Question {
        let (source, target) = (languageKey(from), languageKey(to))
        if source.plain == from, target.plain == to {
            return Question(text: text, from: source.readingKey, to: target.readingKey, names: names)
        }
        let direction = LanguagePair(from: from, to: to)
        let keys = variantKeys.value(for: direction) ?? keys(of: direction, source, target)
        return Question(text: text, from: keys.from, to: keys.to, names: names)
    }

    private func keys(
        of direction: LanguagePair, _ source: LanguageKey, _ target: LanguageKey
    ) -> VariantKeys {
        let (from, to) = (direction.from, direction.to)
        let keys = VariantKeys(
            from: source.readingKey + variant((from, to), beside: (source.plain, to)) { $0.codes.first },
            to: target.readingKey + variant((source.plain, to), beside: (source.plain, target.plain)) { $0.codes.last })
        variantKeys.insert(keys, for: direction, cost: 1)
        return keys
    }

    /// The codes of those engines that translate the variant by another route than the plain language; "" if there are
    /// none. An engine that was never checked counts as distinguishing all variants.
    private func variant(
        _ asked: (LanguageTag, LanguageTag), beside plain: (LanguageTag, LanguageTag),
        _ code: (Route) -> String?
    ) -> String {
        guard asked != plain else { return "" }
        return engines.order.map { engine in
            guard engines[engine]?.lastEvent != nil else { return "/\(asked.0) \(asked.1)" }
            let route = engines[engine]?.route(from: asked.0, to: asked.1)
            guard route != engines[engine]?.route(from: plain.0, to: plain.1) else { return "" }
            return "/" + (route.flatMap(code) ?? "")
        }.joined()
    }

    /// Forgets variants after engines came, went or changed their languages.
    func forgetVariants() { variantKeys.removeAll() }
}
