/// One thing that `sabir doctor` looked at.
package struct Finding: Hashable, Sendable {
    package let name: String
    package let isFine: Bool
    /// One plain sentence.
    package let sentence: String
    /// The command that mends it, where one is known.
    package let mend: String?
    /// Fine, but worth knowing: `doctor` tells it apart, and its status stays what it is.
    package var isNote = false
}
