import SabirNode
import SabirTerminal

/// Lines of a room whose log is a stream.
extension HistoryEraseCommand {
    func eraseInCluster(_ room: String, _ span: ClosedRange<Int>?) async throws {
        do {
            let erasing = try await ClusterErasure(
                options.common.configuration(secrets: .cluster), room: room, person: person, span: span,
                logger: options.common.logger(.critical))
            do {
                try await erase(by: erasing)
            } catch {
                await erasing.close()
                throw error
            }
            await erasing.close()
        } catch let error as NodeError {
            throw Failure(error.description)
        }
        try clearTranslations()
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
        let names = extent.people.sorted().prefix(5).map { SafeText.name($0) }.joined(separator: ", ")
        let more = extent.people.count - 5
        let times = extent.times.map { ", " + HistoryText.times($0) } ?? ""
        return "\(HistoryText.lines(extent.lines.count)) of \"\(SafeText.name(room))\" in the cluster\(times)\n"
            + "  people: \(names)" + (more > 0 ? " and \(more) more" : "")
    }
}
