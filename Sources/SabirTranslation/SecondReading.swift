import SabirProtocol

/// A second translation of a line, compared with the first.
package struct SecondReading: Sendable, Hashable {
    package enum Way: String, Sendable, CaseIterable {
        /// The translation, translated back into the original's language.
        case back
        /// The original, translated by another kind of engine.
        case other
    }

    package let way: Way
    package let text: String
    /// The original's or the translation's language, depending on `way`.
    package let language: LanguageTag
    /// The name of the endpoint that made the reading.
    package let engine: String
    /// The differing facts, as a warning for readers of the translation; nil if the readings agree.
    package let difference: TranslationWarning?

    package init(way: Way, text: String, language: LanguageTag, engine: String, difference: TranslationWarning?) {
        (self.way, self.text, self.language, self.engine) = (way, text, language, engine)
        self.difference = difference
    }

    var cleaned: SecondReading {
        SecondReading(
            way: way, text: WireText.cleanMessage(text), language: language, engine: engine,
            difference: difference?.cleaned)
    }

    /// Approximate size in bytes, for the bound of a cache.
    var cost: Int {
        let words = (difference?.words ?? []) + (difference?.counterparts ?? [])
        return text.utf8.count + 128 + words.reduce(0) { $0 + $1.utf8.count }
    }
}

extension TranslationOutcome {
    /// The outcome with a second reading added.
    package func with(_ second: SecondReading) -> TranslationOutcome {
        var line = self
        line.second = second
        if let difference = second.difference { line.warnings.append(difference) }
        return line
    }
}

/// When lines are translated a second time, as the operator configured.
package struct SecondLookPolicy: Sendable, Hashable {
    package enum Mode: String, Sendable, CaseIterable {
        case off
        /// Only with engines that cost nothing: neither paid ones nor those that may be outside the network.
        case on
        case always
    }

    package var mode: Mode
    /// The most requests for second readings in a minute.
    package var perMinute: Int

    package init(mode: Mode = .on, perMinute: Int = 30) { (self.mode, self.perMinute) = (mode, perMinute) }
}
