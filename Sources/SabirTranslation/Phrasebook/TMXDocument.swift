/// A translation memory in TMX 1.4b (LISA/GALA, "TMX 1.4b Specification").
///
/// Attributes, properties and notes that mean nothing here are kept and written again. Inline markup is not: `<hi>`
/// and `<sub>` leave their text, while `<bpt> <ept> <it> <ph> <ut>` hold another program's codes and leave nothing,
/// unless what they hold is a slot (`<ph>{n}</ph>`).
package struct TMXDocument: Sendable, Equatable {
    package static let maximumUnits = 50_000
    /// Unicode scalars of one sentence; longer ones are nobody's set phrase.
    package static let maximumSentence = 1_000

    /// Attributes of `<header>`; those that TMX demands are there from the start.
    package var headerAttributes = [
        "creationtool": "sabir", "creationtoolversion": "1", "segtype": "sentence", "o-tmf": "sabir",
        "adminlang": "en", "srclang": "*all*", "datatype": "plaintext",
    ]
    package var properties: [PhraseProperty] = []
    package var notes: [String] = []
    package var units: [PhraseUnit] = []

    package init(units: [PhraseUnit] = []) {
        self.units = units
    }
}
