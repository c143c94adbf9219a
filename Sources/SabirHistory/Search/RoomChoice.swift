extension [RoomSummary] {
    /// The room with this id, or this name in any case and accents. Throws where there is none, or more than one:
    /// several rooms may have had a name in the course of time.
    package func room(_ wanted: String) throws(HistoryError) -> RoomSummary {
        if let room = first(where: { $0.id == wanted }) { return room }
        let exact = filter { $0.name == wanted }
        let name = Folding.fold(wanted)
        let found = exact.isEmpty ? filter { Folding.fold($0.name) == name } : exact
        if found.count > 1 {
            let ids = found.map(\.id).joined(separator: ", ")
            throw .request("Several rooms were called \"\(wanted)\". Name one by its id: \(ids).")
        }
        guard let room = found.first else {
            let names = isEmpty ? "It is empty." : "There are: \(map(\.name).joined(separator: ", "))."
            throw .request("There is no room \"\(wanted)\" in the history. \(names)")
        }
        return room
    }
}
