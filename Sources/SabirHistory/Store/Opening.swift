import SabirCore

/// Opens a store's file, with whatever may be in the way.
struct Opening {
    private(set) var database: HistoryDatabase?
    private(set) var inheritance: StoreSession.Inheritance?
    private(set) var deviceKey: SipKey?
    private(set) var lock: FileLock?
    private(set) var failure: HistoryError?
    private(set) var events: [HistoryEvent] = []

    /// A damaged file is moved aside, once; on a full disk the reserve is used.
    init(_ file: HistoryFile, _ settings: HistoryStore.Settings) {
        do {
            try open(file, settings)
        } catch {
            do throws(HistoryError) {
                switch error.code {
                case .damaged:
                    database = nil
                    events.append(.movedAside(to: try file.moveAside(at: settings.now().wall)))
                case .diskFull where file.giveUpReserve(): break
                default: throw error
                }
                try open(file, settings)
            } catch {
                fail(error)
            }
        }
        if failure == nil { file.keepReserve() }
    }

    private mutating func open(_ file: HistoryFile, _ settings: HistoryStore.Settings) throws(HistoryError) {
        file.makeFolder()
        if lock == nil { lock = try file.lock(patience: .milliseconds(500)) }
        guard lock != nil else { throw .locked(file.path) }
        file.inTheMaking.remove()
        let opened = try HistoryDatabase.open(file, isSynchronous: settings.isSynchronous)
        do {
            inheritance = try StoreSession.begin(opened, isSynchronous: settings.isSynchronous)
            deviceKey = inheritance?.deviceKey
        } catch {
            let error = HistoryError.wrapping(error, file.path)
            guard error.code == .diskFull, let key = try? StoreSession.deviceKey(opened) else { throw error }
            // The file can be read and its numbering continued; the rooms' lines are appended when there is space.
            deviceKey = key
            failure = error
            events.append(.state(.memoryOnly(reason: error.description)))
        }
        database = opened
    }

    private mutating func fail(_ error: HistoryError) {
        database = nil
        lock = nil
        failure = error
        events.append(.state(.memoryOnly(reason: error.description)))
    }
}
