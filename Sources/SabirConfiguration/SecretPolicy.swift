import Foundation

/// Which of the secrets named by a configuration a command reads, and which it can do without.
///
/// A command reads only the secrets it needs: a command beside the service must not fail because systemd gives a
/// credential to the service alone, nor an ordinary user's command because of the staff PIN.
package struct SecretPolicy: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        case engines
        case staff
        case wifi
        case rooms
        case relays
        case cluster
    }

    /// A secret of these kinds that cannot be read is a problem.
    var required: Set<Kind> = []
    /// A secret of these kinds is read too; if that fails, a note is made and the feature is left out.
    var useful: Set<Kind> = []
    /// Whether unreadable systemd credentials, which other processes cannot see, are notes instead of problems.
    var passesOverCredentials = false

    /// A node needs every secret.
    package static let node = SecretPolicy(required: Set(Kind.allCases))
    /// A command that checks a node's configuration in another process.
    package static let check = SecretPolicy(required: Set(Kind.allCases), passesOverCredentials: true)
    /// A guest uses the keys of engines that its user may read.
    package static let guest = SecretPolicy(useful: [.engines])
    /// A command that works on what the cluster keeps of rooms.
    package static let cluster = SecretPolicy(required: [.cluster])
    /// A command that works on files of the state folder.
    package static let none = SecretPolicy()

    func reads(_ kind: Kind) -> Bool { required.contains(kind) || useful.contains(kind) }
}

extension ConfigurationReader {
    /// The text of a secret. Nil if this command does not read the kind, or if reading failed, which adds a
    /// problem or a note.
    mutating func secret(
        _ kind: SecretPolicy.Kind, at path: ConfigurationPath, from source: SecretSource
    ) -> String? {
        let policy = environment.secrets
        guard policy.reads(kind) else { return nil }
        do throws(UnreadableFile) {
            return try source.text(environment)
        } catch {
            if !policy.required.contains(kind) || policy.passesOverCredentials && source.isCredential {
                note(source.isCredential ? Self.credential : error.reason, at: path)
            } else {
                report(error.reason, at: path)
            }
            return nil
        }
    }

    /// The secret without white space around it, which files end in and people paste into variables, if the rule allows
    /// it.
    mutating func secret<Value>(
        _ kind: SecretPolicy.Kind, at path: ConfigurationPath, from source: SecretSource, by rule: ValueRule<Value>
    ) -> Value? {
        guard let text = secret(kind, at: path, from: source) else { return nil }
        return value(.text(text.trimmingCharacters(in: .whitespacesAndNewlines)), at: path, by: rule)
    }

    private static let credential =
        "systemd gives the file it names to the service alone, while that runs; what is in it was not looked at"
}

/// The file or environment variable that holds a secret.
enum SecretSource {
    /// A file of at most `atMost` bytes. `remedy` says what to do if it is unreadable, and begins with "; ".
    case file(String, atMost: Int, remedy: String = "")
    case variable(String)

    /// Whether systemd keeps the file for one service (systemd.exec(5), LoadCredential=).
    var isCredential: Bool {
        guard case .file(let path, _, _) = self else { return false }
        return path.hasPrefix("/run/credentials/")
    }

    func text(_ environment: ConfigurationEnvironment) throws(UnreadableFile) -> String {
        switch self {
        case .file(let path, let limit, let remedy):
            do {
                return try environment.read(path, atMost: limit)
            } catch {
                throw UnreadableFile(reason: "the file it names cannot be read: \(error.reason)\(remedy)")
            }
        case .variable(let name):
            guard let value = environment.variables[name], !value.isEmpty else {
                throw UnreadableFile(reason: "the environment variable it names is not set, or empty")
            }
            return value
        }
    }
}
