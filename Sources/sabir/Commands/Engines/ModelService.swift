import Glibc
import SabirCore
import SabirTranslation

/// The service of the package `sabir-engines`, which runs LibreTranslate with the installed models.
struct ModelService {
    static let name = "sabir-models"
    static let url = "http://127.0.0.1:5000"
    /// Paths at which the unit looks for the program.
    static let programs = [
        "/opt/libretranslate/bin/libretranslate", "/usr/local/bin/libretranslate", "/usr/bin/libretranslate",
    ]

    let folder: ModelFolder
    /// The engines that the node asks.
    let endpoints: [EndpointConfiguration]

    /// Restarts the service if this process is root and the folder is the service's; otherwise says how to do it.
    /// Returns lines for people.
    func arrange() -> [String] { restart() + configuration }

    private func restart() -> [String] {
        guard BackupUnit.isInstalled(Self.name + ".service"), folder.path == ModelFolder.usual else {
            return [
                "The package sabir-engines has a service that runs LibreTranslate with models in \(ModelFolder.usual). "
                    + "By hand it is:",
                "  ARGOS_PACKAGES_DIR=\(folder.packages) libretranslate --host 127.0.0.1 --port 5000 --disable-web-ui",
            ]
        }
        guard Self.programs.contains(where: { access($0, X_OK) == 0 }) else {
            return [
                "LibreTranslate, the program that translates with them, is not on this computer, and Debian has no package of "
                    + "it. As root, with internet:",
                "  python3 -m venv /opt/libretranslate && /opt/libretranslate/bin/pip install libretranslate",
                "Without internet: docs/engines.md. Then: systemctl restart \(Self.name)",
            ]
        }
        guard geteuid() == 0, BoundedCommand.output("systemctl", ["restart", Self.name], within: 60) != nil else {
            return ["As root: systemctl restart \(Self.name). What it says: journalctl -u \(Self.name)"]
        }
        return ["The service \(Self.name) runs LibreTranslate with them, at \(Self.url). It takes a minute to begin."]
    }

    /// Empty if a node already asks the service, as it does without any configured engine.
    private var configuration: [String] {
        guard !endpoints.contains(where: { $0.kind == .libretranslate && $0.url == Self.url }) else { return [] }
        return [
            "For the configuration, then: systemctl reload sabir",
            "  [[translation.endpoint]]", "  kind = \"libretranslate\"", "  url = \"\(Self.url)\"",
        ]
    }
}
