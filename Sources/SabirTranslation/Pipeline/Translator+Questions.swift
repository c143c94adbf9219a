import SabirCore
import SabirProtocol

/// Makes the keys under which lines are cached.
extension Translator {
    struct VariantKeys {
        let from: String
        let to: String
    }

    func languageKey(_ tag: LanguageTag) -> LanguageKey { languageKeys.value(for: tag) { LanguageKey(tag) } }

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
        let keys = variantKeys.value(for: LanguagePair(from: from, to: to)) {
            VariantKeys(
                from: source.readingKey + variant((from, to), beside: (source.plain, to)) { $0.codes.first },
                to: target.readingKey
                    + variant((source.plain, to), beside: (source.plain, target.plain)) { $0.codes.last })
        }
        return Question(text: text, from: keys.from, to: keys.to, names: names)
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

extension LeastRecentlyUsed {
    /// The value of a key, made and kept if it is not known. Each value costs one.
    mutating func value(for key: Key, orMake make: () -> Value) -> Value {
        if let known = value(for: key) { return known }
        let value = make()
        insert(value, for: key, cost: 1)
        return value
    }
}
