import SabirProtocol
import SabirTranslation

/// The node's translation, as the translation API uses it.
package protocol SharedEngine: Sendable {
    /// For each source language its target languages, sorted by their tags.
    func pairs() async -> [LanguageTag: [LanguageTag]]

    /// Translates texts; the result has as many, in the same order.
    func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag
    ) async -> [TranslationOutcome]

    /// The languages that a text may be in, the most likely first, with confidences from 0 to 1; empty if unknown.
    func detect(_ text: String) async -> [(language: LanguageTag, confidence: Double)]

    /// A plain English sentence that says why a text was not translated.
    func sentence(_ reason: UntranslatedReason) -> String
}
