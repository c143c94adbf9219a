import SabirProtocol

/// How a line reads when it is looked at a second time, beside its translation.
package struct SecondReading: Sendable, Hashable {
    package enum Way: String, Sendable, CaseIterable {
        /// The translation, translated back into the language of the original.
        case back
        /// The original, translated by an engine of another kind.
        case other
    }

    package let way: Way
    package let text: String
    /// That of the original or of the translation, by the way.
    package let language: LanguageTag
    /// Name of the endpoint that made it.
    package let engine: String
    /// The facts that differ, as a warning for whoever reads the translation; nil where it agrees.
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

    /// Bytes kept in a cache, near enough for a bound.
    var cost: Int {
        let words = (difference?.words ?? []) + (difference?.counterparts ?? [])
        return text.utf8.count + 128 + words.reduce(0) { $0 + $1.utf8.count }
    }
}

extension TranslationOutcome {
    /// The same with what a second look found.
    package func with(_ second: SecondReading) -> TranslationOutcome {
        var line = self
        line.second = second
        if let difference = second.difference { line.warnings.append(difference) }
        return line
    }
}

/// When lines are looked at a second time, as the operator set it.
package struct SecondLookPolicy: Sendable, Hashable {
    package enum Mode: String, Sendable, CaseIterable {
        case off
        /// By engines that cost nothing: not by those that are paid for, or that may lie outside the network.
        case on
        case always
    }

    package var mode: Mode
    /// Requests for it in a minute, at most.
    package var perMinute: Int

    package init(mode: Mode = .on, perMinute: Int = 30) { (self.mode, self.perMinute) = (mode, perMinute) }
}
