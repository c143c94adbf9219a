import SabirCore
import SabirHistory
import SabirProtocol
import SabirTerminal

/// The end of a command that could not do its work: one plain sentence (empty if it was already said), and the exit
/// status.
struct Failure: Error, CustomStringConvertible {
    let sentence: Sentence
    let status: Int32

    init(_ description: String, status: Int32 = 1) { self.init(Sentence(description), status: status) }

    init(_ sentence: Sentence, status: Int32 = 1) {
        self.sentence = sentence
        self.status = status
    }

    /// Makes a failure of an error that has a sentence for people; nil for any other.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as any PlainError: self.init(error.sentence)
        case is NodeError, is HistoryError, is PrivateFileError, is TerminalError: self.init(SafeText.lines("\(error)"))
        default: return nil
        }
    }

    var description: String { sentence.english }

    /// EX_CONFIG of sysexits.h: the exit status of a service whose configuration has problems, or whose state folder
    /// belongs to another node or is not writable, so that systemd does not restart it.
    static let configuration: Int32 = 78

    static func usage(_ description: String) -> Failure { usage(Sentence(description)) }

    static func usage(_ sentence: Sentence) -> Failure { Failure(sentence, status: 2) }
}

/// Runs `work`; what it throws is wrong usage.
func orUsage<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch {
        throw Failure.usage((error as? any PlainError)?.sentence ?? Sentence("\(error)"))
    }
}
