import Foundation
import SabirConfiguration

/// The paths of everything that a node's backup contains.
package struct NodeFiles: Sendable, Hashable {
    /// The state folder.
    package let state: String
    /// The history's file, which need not exist.
    package let history: String
    /// Nil if the node uses the built-in settings or those that the page wrote, which are in the state folder.
    package let configuration: String?
    /// Files that the configuration names and the node needs to start: phrasebooks, glossaries, room passwords, the
    /// staff PIN. Without Sabir's own files and systemd's credentials.
    package internal(set) var named: [String] = []
}

extension NodeFiles {
    package init(_ settings: NodeConfiguration, from source: ConfigurationSource) {
        let state = settings.node.stateDirectory
        var configuration: String?
        if case .file(let path) = source, path != ConfigurationSource.own(in: state) {
            configuration = URL(filePath: path).path
        }
        self.init(state: state, history: settings.historyPath, configuration: configuration)
        let shipped = DataFolder.locate(configured: settings.node.dataDirectory).map { $0 + "/" }
        let inside = state + "/"
        named = settings.backedUpFiles.filter { file in
            !file.hasPrefix("/run/credentials/") && !file.hasPrefix(inside)
                && shipped.map { !file.hasPrefix($0) } ?? true
        }
    }

    /// A file's name in the archive: relative to the configuration's folder if it is in there, so that it is found on
    /// another machine; otherwise its path.
    func archived(_ named: String) -> String {
        guard let folder = configuration.map({ ($0 as NSString).deletingLastPathComponent + "/" }),
            named.hasPrefix(folder)
        else { return named }
        return String(named.dropFirst(folder.count))
    }
}
