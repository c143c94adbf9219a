import Foundation
import SabirTerminal
import SabirProtocol
import SabirHistory
import SabirCore
import SabirConfiguration
import SabirCluster

/// Erases lines of a room whose log is a stream.
extension HistoryEraseCommand {
    func eraseInCluster(_ room: String, _ span: ClosedRange<Int>?) async throws {
        let configuration = try common.configuration(secrets: .cluster)
        guard let wanted = Self.clustered(room, in: configuration), let id = wanted.id?.uuidString.lowercased()
        else {
            throw Failure("This configuration has no room \"\(SafeText.name(room))\" with log = \"nats\".")
        }
        // Lines said from now on stay.
        let end = min(span?.upperBound ?? .max, Int(Date.now.timeIntervalSince1970 * 1_000))
        let filter = HistoryFilter(room: id, person: person, span: min(span?.lowerBound ?? 0, end)...end)
        let erasing = try await ClusterErasure(
            configuration.cluster.settings, room: RoomInfo(id: id, name: wanted.name),
            limits: wanted.streamLimits, logger: common.logger(.critical)
        ) { filter.means($0, in: id) }
        let result = await Result(awaiting: { try await erase(by: erasing) })
        await erasing.close()
        try result.get()
        try deleteFormerTranslations()
    }

    /// A configured room, by name or id, if its log is a stream.
    static func clustered(_ name: String, in configuration: NodeConfiguration) -> RoomConfiguration? {
        configuration.rooms.first {
            $0.log == .nats && ($0.name == name || $0.id?.uuidString.lowercased() == name.lowercased())
        }
    }

    private func erase(by erasing: ClusterErasure) async throws {
        let extent = try await erasing.extent()
        guard !extent.lines.isEmpty else { return StandardOutput.print("There is no such line: nothing was erased.") }
        StandardOutput.print(Self.sentence(extent, erasing.room.name))
        guard yes || isSure() else { throw Failure("Nothing was erased.") }
        try await erasing.erase(extent)
        StandardOutput.print(
            "Erased from the cluster: \(HistoryText.lines(extent.lines.count)). Nobody can read them there any more, and "
                + "each server writes over their bytes as soon as it runs. A server's journal of changes holds them for "
                + "some minutes more.")
    }

    private static func sentence(_ extent: ClusterErasure.Extent, _ room: String) -> String {
        let times = extent.times.map { ", " + HistoryText.times($0) } ?? ""
        return "\(HistoryText.lines(extent.lines.count)) of \"\(SafeText.name(room))\" in the cluster\(times)\n"
            + people(extent.people.sorted())
    }
}
