import Foundation
import SabirConfiguration
import SabirCore
import SabirTranslation

/// Checks that this user can read and write a node's files: the state folder, certificates, the folder `share`.
package enum FilesCheck {
    package static func run(_ configuration: NodeConfiguration, isService: Bool) -> [Finding] {
        state(configuration.node.stateDirectory, isService) + certificates(configuration)
            + CertificateCheck.findings(configuration)
            + data(DataFolder.locate(configured: configuration.node.dataDirectory))
            + books(configuration)
    }

    /// Files in the state folder may have been written by another user.
    static func state(_ folder: String, _ isService: Bool) -> [Finding] {
        let mend: RedactableText = "chown -R \(ServiceUser.current): \(folder)"
        let owner: RedactableText = isService ? "the service's user" : "this user"
        guard access(folder, F_OK) == 0 else {
            return [fine("state", "\(folder) is made when a node starts.")]
        }
        guard access(folder, R_OK | W_OK | X_OK) == 0 else {
            return [wrong("state", "\(folder) cannot be written by \(owner).", mend, isSevere: true)]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let closed = names.sorted().prefix(1_000).filter { access("\(folder)/\($0)", R_OK) != 0 && errno == EACCES }
        guard let first = closed.first else { return [fine("state", "\(folder) can be read and written.")] }
        let others: RedactableText = closed.count == 1 ? "" : ", and \(closed.count - 1) more there"
        return [
            wrong("state", "\(folder)/\(first) cannot be read by \(owner)\(others).", mend)
        ]
    }

    private static func certificates(_ configuration: NodeConfiguration) -> [Finding] {
        let (web, irc) = (configuration.web.tls, configuration.irc.tls)
        let files: [String] = [web.certificate, web.key, irc.certificate, irc.key].compactMap { $0 }
        return files.filter { access($0, R_OK) != 0 }.map { path in
            wrong(
                "certificate", "\(path) is not there, or cannot be read.",
                "ls -lL \(path); SupplementaryGroups= in the unit, for a group that may read it")
        }
    }

    static func data(_ folder: String?) -> [Finding] {
        let mend: RedactableText = "scripts/install, or [node] data_directory in the configuration"
        guard let folder else {
            return [
                wrong(
                    "share",
                    "The folder \"share\" is missing: there is no page, and translations are checked in part only.",
                    mend)
            ]
        }
        let missing = [
            "glossary", "interface", "languages", "languages/advice", "phrasebook", "topics", "warnings", "web",
        ].filter {
            access("\(folder)/\($0)", R_OK | X_OK) != 0
        }
        guard missing.isEmpty else {
            return [wrong("share", "In \(folder) there is no \(ours: missing.joined(separator: ", no ")).", mend)]
        }
        return [fine("share", "\(folder) is there.")]
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
                return fine(
                    table, "There are no \(what): [\(ours: table)] files is empty, or share has no \(ours: table).")
            }
            guard let closed = files.first(where: { access($0, R_OK) != 0 }) else {
                let names = files.joined(separator: ", ")
                guard table == "phrasebook" else { return fine(table, "\(names) can be read.") }
                let (book, problems) = Phrasebook.load(files)
                if let unread = problems.first(where: \.isOfWholeFile) {
                    return wrong(table, "\(unread) Its \(what) are missing.", "sabir phrases check \(unread.file)")
                }
                let units = book.units
                let languages = Set(units.flatMap(\.languages).map(\.description)).sorted()
                return fine(
                    table, "\(units.count) set sentences in \(languages.joined(separator: ", ")), from \(names).")
            }
            let share = DataFolder.locate(configured: configuration.node.dataDirectory)
            let isOurs = share.map { closed.hasPrefix($0 + "/") } ?? false
            return wrong(
                table, "\(closed) cannot be read: its \(what) are missing.",
                isOurs
                    ? "scripts/install, or [\(ours: table)] files"
                    : "the file put there, for the user that runs Sabir to read, or another in [\(ours: table)] files")
        }
    }

    private static func fine(_ name: String, _ sentence: RedactableText) -> Finding {
        Finding(name: name, isFine: true, sentence: sentence, mend: nil)
    }

    private static func wrong(
        _ name: String, _ sentence: RedactableText, _ mend: RedactableText, isSevere: Bool = false
    ) -> Finding {
        Finding(name: name, isFine: false, sentence: sentence, mend: mend, isSevere: isSevere)
    }
}
