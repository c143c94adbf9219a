import Logging
import SabirRooms
import Synchronization

/// The node's staff: by the keys on its list, read anew whenever the file has changed.
///
/// A lock and not an actor: the rooms ask on their event loop, which cannot wait. Asked by the rooms' loop alone, it is
/// never contended. Looking whether a file has changed takes microseconds.
final class NodeStaffOffice: StaffOffice {
    private struct Known {
        var mark: FileMark?
        var names: [String: String] = [:]
        var relays: [String: String] = [:]
    }

    private let file: StaffFile
    private let audit: AuditFile
    private let logger: Logger
    private let known = Mutex(Known())

    init(stateDirectory: String, logger: Logger) {
        file = StaffFile(stateDirectory: stateDirectory)
        audit = AuditFile(stateDirectory: stateDirectory, logger: logger)
        self.logger = logger
    }

    func staff(withDevice device: String) -> String? { name(device, in: \.names) }

    func relay(withDevice device: String) -> String? { name(device, in: \.relays) }

    private func name(_ device: String, in list: KeyPath<Known, [String: String]> & Sendable) -> String? {
        known.withLock { known in
            let mark = file.mark
            if mark != known.mark { known = read(mark) }
            guard !known[keyPath: list].isEmpty else { return nil }
            return known[keyPath: list][StaffKey.fingerprint(of: device)]
        }
    }

    func record(_ entry: StaffRecord) { audit.append(entry) }

    func close() async { await audit.flush() }

    /// A list that cannot be read makes nobody staff.
    private func read(_ mark: FileMark?) -> Known {
        do throws(NodeError) {
            let staff = try file.read().staff
            func names(areRelays: Bool) -> [String: String] {
                let listed = staff.filter { $0.isRelay == areRelays }.map { ($0.key, $0.name) }
                return Dictionary(listed, uniquingKeysWith: { $1 })
            }
            return Known(mark: mark, names: names(areRelays: false), relays: names(areRelays: true))
        } catch {
            logger.error("nobody is staff: \(error)")
            return Known(mark: mark)
        }
    }
}
