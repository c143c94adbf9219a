/// Which of the secrets that a configuration names by file or variable a command reads, and which it can do without.
///
/// Only who needs a secret reads it: a command beside the service must not fail for want of what systemd gives to the
/// service alone, nor one of an ordinary user for the staff's PIN.
package struct SecretPolicy: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        case engines
        case staff
        case wifi
        case rooms
        case relays
        case cluster
    }

    /// Problems where they cannot be had.
    let required: Set<Kind>
    /// Read too; what cannot be had is noted, and whatever needs it is left out.
    let useful: Set<Kind>
    /// Whether systemd's credentials, which other processes cannot see, are noted in place of being a problem.
    let passesOverCredentials: Bool

    init(required: Set<Kind> = [], useful: Set<Kind> = [], passesOverCredentials: Bool = false) {
        self.required = required
        self.useful = useful
        self.passesOverCredentials = passesOverCredentials
    }

    /// A node: everything.
    package static let node = SecretPolicy(required: Set(Kind.allCases))
    /// Who judges the configuration of a node, and is not the node.
    package static let check = SecretPolicy(required: Set(Kind.allCases), passesOverCredentials: true)
    /// A guest: the keys of engines, where this user may read them.
    package static let guest = SecretPolicy(useful: [.engines])
    /// Who works on what the rooms keep in the cluster.
    package static let cluster = SecretPolicy(required: [.cluster])
    /// Who works on files of the state folder.
    package static let none = SecretPolicy()

    func reads(_ kind: Kind) -> Bool { required.contains(kind) || useful.contains(kind) }
}

extension ConfigurationReader {
    /// The trimmed text of a secret's file or variable; nil where this command does not read it, and where it cannot be had,
    /// which is then among the problems or the notes.
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

    private static let credential =
        "systemd gives the file it names to the service alone, while that runs; what is in it was not looked at"
}

/// Where a secret comes from.
enum SecretSource {
    /// At most so many bytes; with what to do where it cannot be read, which begins with "; ".
    case file(String, atMost: Int, remedy: String = "")
    case variable(String)

    /// Whether systemd keeps it for one service (systemd.exec(5), LoadCredential=).
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
                throw UnreadableFile("the file it names cannot be read: \(error.reason)\(remedy)")
            }
        case .variable(let name):
            guard let value = environment.variables[name], !value.isEmpty else {
                throw UnreadableFile("the environment variable it names is not set, or empty")
            }
            return value
        }
    }
}
