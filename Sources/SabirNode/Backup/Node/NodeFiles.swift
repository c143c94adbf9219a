import Foundation
import SabirConfiguration

/// Where a node has what a backup takes.
package struct NodeFiles: Sendable, Hashable {
    /// The state folder.
    package let state: String
    /// The history's file, whether it is there or not.
    package let history: String
    /// Nil where the node goes by the built-in settings, or by those that the page wrote: these are in the state folder.
    package let configuration: String?
    /// Files that the configuration names and a node does not start without: phrasebooks, glossaries, passwords of rooms,
    /// the PIN of staff. Neither what comes with Sabir, nor what systemd gives to the service alone.
    package let named: [String]

    package init(_ settings: NodeConfiguration, from source: ConfigurationSource) {
        state = settings.node.stateDirectory
        history = settings.historyPath
        if case .file(let path) = source, path != ConfigurationSource.own(in: state) {
            configuration = URL(filePath: path).path
        } else {
            configuration = nil
        }
        let shipped = DataFolder.locate(configured: settings.node.dataDirectory).map { $0 + "/" }
        let inside = state + "/"
        named = settings.backedUpFiles.filter { file in
            !file.hasPrefix("/run/credentials/") && !file.hasPrefix(inside)
                && shipped.map { !file.hasPrefix($0) } ?? true
        }
    }

    package init(state: String, history: String, configuration: String?, named: [String] = []) {
        (self.state, self.history, self.configuration, self.named) = (state, history, configuration, named)
    }

    /// The name of a file as the archive has it: within the configuration's folder where it lies there, so that it is
    /// found from there on another machine, else as it is.
    func archived(_ named: String) -> String {
        guard let folder = configuration.map({ ($0 as NSString).deletingLastPathComponent + "/" }),
            named.hasPrefix(folder)
        else { return named }
        return String(named.dropFirst(folder.count))
    }
}
