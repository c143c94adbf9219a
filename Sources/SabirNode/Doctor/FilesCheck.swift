import Foundation
import SabirConfiguration
import SabirCore
import SabirTranslation

/// Checks that this user can read and write a node's files: the state folder, certificates, the folder `share`.
package enum FilesCheck {
    package static func run(_ configuration: NodeConfiguration, isService: Bool) -> [Finding] {
        state(configuration.node.stateDirectory, isService) + certificates(configuration)
            + CertificateCheck.findings(configuration)
            + [data(DataFolder.locate(configured: configuration.node.dataDirectory))]
            + books(configuration)
    }

    /// Files in the state folder may have been written by another user.
    static func state(_ folder: String, _ isService: Bool) -> [Finding] {
        let mend: RedactableText = "chown -R \(ServiceUser.current): \(folder)"
        let owner: RedactableText = isService ? "the service's user" : "this user"
        guard access(folder, F_OK) == 0 else {
            return [Finding("state", .ok, "\(folder) is made when a node starts.")]
        }
        guard access(folder, R_OK | W_OK | X_OK) == 0 else {
            return [Finding("state", .severe, "\(folder) cannot be written by \(owner).", remedy: mend)]
        }
        let closed = FileSystem.names(in: folder).prefix(1_000).filter { name in
            access("\(folder)/\(name)", R_OK) != 0 && errno == EACCES
        }
        guard let first = closed.first else { return [Finding("state", .ok, "\(folder) can be read and written.")] }
        let others: RedactableText = closed.count == 1 ? "" : ", and \(closed.count - 1) more there"
        return [Finding("state", .wrong, "\(folder)/\(first) cannot be read by \(owner)\(others).", remedy: mend)]
    }

    private static func certificates(_ configuration: NodeConfiguration) -> [Finding] {
        let (web, irc) = (configuration.web.tls, configuration.irc.tls)
        let files: [String] = [web.certificate, web.key, irc.certificate, irc.key].compactMap { $0 }
        return files.filter { access($0, R_OK) != 0 }.map { path in
            Finding(
                "certificate", .wrong, "\(path) is not there, or cannot be read.",
                remedy: "ls -lL \(path); SupplementaryGroups= in the unit, for a group that may read it")
        }
    }

    static func data(_ folder: String?) -> Finding {
        let mend: RedactableText = "scripts/install, or [node] data_directory in the configuration"
        guard let folder else {
            return Finding(
                "share", .wrong,
                "The folder \"share\" is missing: there is no page, and translations are checked in part only.",
                remedy: mend)
        }
        let missing = [
            "glossary", "interface", "languages", "languages/advice", "phrasebook", "topics", "warnings", "web",
        ].filter { access("\(folder)/\($0)", R_OK | X_OK) != 0 }
        guard missing.isEmpty else {
            return Finding(
                "share", .wrong, "In \(folder) there is no \(ours: missing.joined(separator: ", no ")).", remedy: mend)
        }
        return Finding("share", .ok, "\(folder) is there.")
    }

    /// Checks phrasebooks and glossaries.
    static func books(_ configuration: NodeConfiguration) -> [Finding] {
        guard configuration.translation.enabled else { return [] }
        let named: [(String, [String], RedactableText)] = [
            ("phrasebook", configuration.phrasebook.files, "set sentences"),
            ("glossary", configuration.glossary.files, "protected terms"),
        ]
        return named.map { table, files, what in
            guard !files.isEmpty else {
                return Finding(
                    table, .ok, "There are no \(what): [\(ours: table)] files is empty, or share has no \(ours: table)."
                )
            }
            guard let closed = files.first(where: { access($0, R_OK) != 0 }) else {
                let names = files.joined(separator: ", ")
                guard table == "phrasebook" else { return Finding(table, .ok, "\(names) can be read.") }
                let (book, problems) = Phrasebook.load(files)
                if let unread = problems.first(where: \.isOfWholeFile) {
                    return Finding(
                        table, .wrong, "\(unread) Its \(what) are missing.",
                        remedy: "sabir phrases check \(unread.file)")
                }
                let units = book.units
                let languages = Set(units.flatMap(\.languages).map(\.description)).sorted()
                return Finding(
                    table, .ok, "\(units.count) set sentences in \(languages.joined(separator: ", ")), from \(names).")
            }
            let share = DataFolder.locate(configured: configuration.node.dataDirectory)
            let isOurs = share.map { closed.hasPrefix($0 + "/") } ?? false
            return Finding(
                table, .wrong, "\(closed) cannot be read: its \(what) are missing.",
                remedy: isOurs
                    ? "scripts/install, or [\(ours: table)] files"
                    : "the file put there, for the user that runs Sabir to read, or another in [\(ours: table)] files")
        }
    }
}
