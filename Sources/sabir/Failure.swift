import SabirProtocol

/// What a command ends with when it cannot do what it was asked: one plain sentence (an empty one where it was said
/// already), and the exit status.
struct Failure: Error, CustomStringConvertible {
    let sentence: Sentence
    let status: Int32

    init(_ description: String, status: Int32 = 1) { self.init(Sentence(description), status: status) }

    init(_ sentence: Sentence, status: Int32 = 1) {
        self.sentence = sentence
        self.status = status
    }

    var description: String { sentence.english }

    /// EX_CONFIG of sysexits.h: what a service ends with whose configuration has problems, or whose state folder is another
    /// node's or cannot be written, so that systemd does not start it again and again.
    static let configuration: Int32 = 78

    static func usage(_ description: String) -> Failure { usage(Sentence(description)) }

    static func usage(_ sentence: Sentence) -> Failure { Failure(sentence, status: 2) }
}
