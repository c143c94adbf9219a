import Foundation
import Glibc
import SabirConfiguration
import SabirCore
import SabirHistory

/// Restores a node from an archive on this machine. The whole archive is decrypted and checked before any file is
/// placed.
package struct NodeRestoring: Sendable {
    package struct Outcome: Sendable {
        package let manifest: ArchiveManifest
        package let state: String
        /// Paths of the content that was replaced.
        package var aside: [String] = []
        /// Paths at which the configuration and the files that it names were placed.
        package var placed: [String] = []
        /// Paths of files placed beside an existing file.
        package var beside: [String] = []
        /// The configuration that applies on this machine; nil if the node had none.
        package let configuration: String?
    }

    private let archive: String
    private let key: RecoveryKey
    private let replaces: Bool
    /// The path of this machine's configuration, existing or not.
    private let configuration: String
    private let environment: ConfigurationEnvironment

    /// - Parameters:
    ///   - replaces: whether an existing node is moved aside.
    ///   - flag: the configuration given by an option, as for every command.
    package init(_ archive: String, key: RecoveryKey, replaces: Bool, configuration flag: String?) {
        (self.archive, self.key, self.replaces) = (archive, key, replaces)
        var environment = ConfigurationEnvironment.current()
        environment.secrets = .none
        self.environment = environment
        if case .file(let path) = ConfigurationSource.locate(flag: flag, environment: environment.variables) {
            configuration = URL(filePath: path).path
        } else {
            configuration = environment.usualConfiguration
        }
    }

    /// Whether the file is a node's archive, intact or not; otherwise it may be a history.
    package static func isArchive(_ path: String) -> Bool { ArchiveHeader.isBeginning(of: path) }

    package func run() async throws(NodeError) -> Outcome {
        let (manifest, text) = try ArchiveExtraction.peek(archive, key: key)
        let files = try places(text)
        let lock = try refuseWhereInUse(files)
        defer { withExtendedLifetime(lock) {} }
        let owner = Owner(ofStateFolder: files.state)
        let stage = files.state + ".restoring"
        try? FileManager.default.removeItem(atPath: stage)
        FileSystem.makeFolder((stage as NSString).deletingLastPathComponent)
        defer { try? FileManager.default.removeItem(atPath: stage) }
        let extraction = try await ArchiveExtraction.stage(archive, key: key, as: manifest, in: stage)
        var outcome = Outcome(
            manifest: manifest, state: files.state, configuration: text == nil ? nil : configuration)
        try await put(extraction, files, owner, &outcome)
        return outcome
    }

    /// Places according to the configuration that will apply: the existing one, else the archive's.
    private func places(_ text: String?) throws(NodeError) -> NodeFiles {
        let isThere = access(configuration, F_OK) == 0
        do {
            let settings =
                if !isThere, let text {
                    try NodeConfiguration(parsing: text, file: configuration, on: environment)
                } else {
                    try NodeConfiguration.load(isThere ? .file(configuration) : .builtIn, on: environment)
                }
            return NodeFiles(settings, from: .file(configuration))
        } catch {
            let whose = isThere ? "that is here" : "in the backup"
            throw NodeError(description: "The configuration \(whose) has problems. Nothing was changed:\n\(error)")
        }
    }

    /// Throws if a node runs there. Nil if there is nothing that a node could lock.
    private func refuseWhereInUse(_ files: NodeFiles) throws(NodeError) -> FileLock? {
        let names = FileSystem.names(in: files.state)
        guard names.allSatisfy({ $0 == "node.lock" }) || replaces else {
            throw NodeError(
                description: "There is a node's state in \(files.state) already. Nothing was changed. To have the node "
                    + "of the backup in its place: sabir restore --replace, which moves what is there aside")
        }
        guard replaces || !files.isHistoryApart || access(files.history, F_OK) != 0 else {
            throw NodeError(
                description: "There is a history at \(files.history) already. Nothing was changed. To have that of the "
                    + "backup in its place: sabir restore --replace, which moves what is there aside")
        }
        guard names.contains("node.lock") else { return nil }
        return try FileLock.take(
            "node.lock", in: files.state,
            orSay: "A node is running on \(files.state). Nothing was changed. End it first: systemctl stop sabir")
    }

    private func put(
        _ extraction: ArchiveExtraction, _ files: NodeFiles, _ owner: Owner, _ outcome: inout Outcome
    ) async throws(NodeError) {
        let state = extraction.stateFolder
        for (index, entry) in extraction.manifest.entries.enumerated() where entry.place == .history {
            if !files.isHistoryApart {
                guard rename(extraction.file(index), state + files.history.dropFirst(files.state.count)) == 0 else {
                    throw ArchiveFault.unwritable(state, errno)
                }
            } else {
                let aside = try orNodeError { try HistoryRestoring.restore(extraction.file(index), to: files.history) }
                if let aside { outcome.aside.append(aside) }
            }
        }
        owner.takeOwnership(of: state)
        if let aside = try exchange(files.state, for: state) { outcome.aside.append(aside) }
        for (index, entry) in extraction.manifest.entries.enumerated()
        where [.configuration, .named].contains(entry.place) {
            try place(entry, from: extraction.file(index), files, owner, &outcome)
        }
    }

    /// Renames the old content, and renames it back if the new content cannot take its place. Returns the old content's
    /// new name.
    private func exchange(_ folder: String, for new: String) throws(NodeError) -> String? {
        let above = (folder as NSString).deletingLastPathComponent
        guard rmdir(folder) != 0, access(folder, F_OK) == 0 else {
            guard rename(new, folder) == 0 else { throw ArchiveFault.unwritable(above, errno) }
            FileSystem.synchronize(above)
            return nil
        }
        let names = FileSystem.names(in: folder)
        let aside = "\(folder).replaced-\(LaidState.stamp(.now))"
        guard rename(folder, aside) == 0 else { throw ArchiveFault.unwritable(above, errno) }
        guard rename(new, folder) == 0 else {
            let code = errno
            rename(aside, folder)
            throw ArchiveFault.unwritable(above, code)
        }
        FileSystem.synchronize(above)
        guard names == ["node.lock"] else { return aside }
        try? FileManager.default.removeItem(atPath: aside)
        return nil
    }

    /// Places a file at its path, or beside a different file that is already there.
    private func place(
        _ entry: ArchiveManifest.Entry, from file: String, _ files: NodeFiles, _ owner: Owner,
        _ outcome: inout Outcome
    ) throws(NodeError) {
        let folder = (configuration as NSString).deletingLastPathComponent
        let isAbsolute = entry.name.hasPrefix("/")
        guard entry.place == .configuration || isAbsolute || ArchiveManifest.Entry.staysInside(entry.name) else {
            return
        }
        let wanted = entry.place == .configuration ? configuration : isAbsolute ? entry.name : folder + "/" + entry.name
        // This file came with the state folder.
        guard !wanted.hasPrefix(files.state + "/") else { return }
        guard let (data, _) = try StateFolder.read(file) else { return }
        var path = wanted
        if access(wanted, F_OK) == 0 {
            guard (try? Data(contentsOf: URL(filePath: wanted))) != data else { return }
            path = wanted + ".restored"
        }
        do throws(PrivateFileError) { try PrivateFile(path: path).write(data) } catch {
            throw NodeError(description: "\(error) The rest of the node is restored.")
        }
        owner.setPermissions(of: path, entry.mode)
        if path == wanted { outcome.placed.append(path) } else { outcome.beside.append(path) }
    }
}

extension NodeFiles {
    /// Whether the history is outside the state folder.
    fileprivate var isHistoryApart: Bool { !history.hasPrefix(state + "/") }
}

extension ConfigurationEnvironment {
    /// The path at which a machine without a configuration gets one.
    fileprivate var usualConfiguration: String {
        let users = variables["XDG_CONFIG_HOME"] ?? (isRoot ? nil : variables["HOME"].map { $0 + "/.config" })
        let folder = users ?? "/etc"
        return folder + "/sabir/sabir.toml"
    }
}

/// The owner of a node's files: as root, the owner of the former state folder, else the service's user.
private struct Owner {
    private let ids: (user: uid_t, group: gid_t)?

    init(ofStateFolder path: String) {
        guard geteuid() == 0 else {
            ids = nil
            return
        }
        var facts = stat()
        if stat(path, &facts) == 0 {
            ids = (facts.st_uid, facts.st_gid)
        } else if path == "/var/lib/sabir", let service = getpwnam("sabir") {
            ids = (service.pointee.pw_uid, service.pointee.pw_gid)
        } else {
            ids = nil
        }
    }

    /// Changes the owner of the folder and everything in it.
    func takeOwnership(of folder: String) {
        guard let ids, let walk = FileManager.default.enumerator(atPath: folder) else { return }
        lchown(folder, ids.user, ids.group)
        for case let name as String in walk { lchown(folder + "/" + name, ids.user, ids.group) }
    }

    /// Gives a file outside the state folder its former permissions. A file for its owner alone becomes the node's,
    /// which would refuse it otherwise; any other stays the administrator's.
    func setPermissions(of path: String, _ mode: UInt16) {
        let isPrivate = mode & 0o077 == 0
        if let ids { lchown(path, isPrivate ? ids.user : 0, ids.group) }
        chmod(path, isPrivate ? 0o600 : mode_t(mode & 0o644))
    }
}
