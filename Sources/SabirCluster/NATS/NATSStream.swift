import CNATS
import SabirProtocol
import Synchronization

/// One room's stream in the cluster. Methods documented as waiting wait for an answer, at most ``patience``.
final class NATSStream: Sendable {
    typealias Box = SignalBox<RoomSignal>

    /// How long an answer of the cluster is waited for, in milliseconds.
    static let patience: Int64 = 3_000
    static let authorHeader = "Sabir-Author"
    /// Header for a cleared room: the epoch, a space, and the number of the newest cleared line.
    static let clearedHeader = "Sabir-Cleared"

    let names: ClusterNames
    private let limits: StreamLimits
    /// Written into the stream if this node makes it.
    let founder: String
    let box: Box
    let connection: NATSConnection
    /// The library's connection that was last listened on, and the subscriptions there, as numbers.
    private let heard = Mutex((connection: 0, subscriptions: [Int]()))

    /// The library's JetStream context; nil where the library is out of memory, as its calls then say.
    var context: OpaquePointer? { connection.context }

    init(_ names: ClusterNames, _ limits: StreamLimits, founder: String, connection: NATSConnection, box: Box) {
        self.names = names
        self.limits = limits
        self.founder = founder
        self.box = box
        self.connection = connection
        connection.results.add(box, of: names.room)
    }

    /// Returns true once for each connection, and frees the subscriptions of the last one, which has ended.
    func beginListening() -> Bool {
        let connection = Int(bitPattern: self.connection.pointer)
        let ended: [Int]? = heard.withLock { heard in
            guard heard.connection != connection else { return nil }
            defer { heard = (connection, []) }
            return heard.subscriptions
        }
        for subscription in ended ?? [] { natsSubscription_Destroy(OpaquePointer(bitPattern: subscription)) }
        return ended != nil
    }

    func keep(_ subscription: OpaquePointer) {
        let number = Int(bitPattern: subscription)
        heard.withLock { $0.subscriptions.append(number) }
    }

    // MARK: The stream itself

    /// Waits. Finds the stream, or makes it.
    func open() throws(ClusterError) -> StreamFacts {
        if let facts = try find() { return facts }
        return try make()
    }

    /// Looks the stream up; nil where there is none.
    private func find() throws(ClusterError) -> StreamFacts? {
        let (facts, status) = facts()
        guard status != NATS_NOT_FOUND else { return nil }
        guard let facts else { throw failure("does not answer", status) }
        return facts
    }

    /// Waits. What the servers tell of the stream; nil where they tell nothing.
    func facts() -> (found: StreamFacts?, status: natsStatus) {
        connection.facts(of: names.stream, asking: { $0.Stream.Info.DeletedDetails = true }, facts)
    }

    /// Makes the stream; where another node was faster, it is that node's.
    private func make() throws(ClusterError) -> StreamFacts {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        defer { jsStreamInfo_Destroy(info) }
        var code = jsErrCode(rawValue: 0)
        let status = withConfiguration { js_AddStream(&info, context, &$0, nil, &code) }
        if code == JSStreamNameExistErr, let found = try find() { return found }
        guard status == NATS_OK, let info else { throw failure("cannot be made", status) }
        return facts(info.pointee)
    }

    private func withConfiguration(_ body: (inout jsStreamConfig) -> natsStatus) -> natsStatus {
        names.stream.withCString { name in
            founder.withCString { founder in
                withCStrings([names.lines]) { subjects, count in
                    var configuration = jsStreamConfig()
                    jsStreamConfig_Init(&configuration)
                    configuration.Name = name
                    configuration.Description = founder
                    configuration.Subjects = subjects
                    configuration.SubjectsLen = Int32(count)
                    configuration.Storage = js_FileStorage
                    configuration.Replicas = Int64(connection.settings.replicas)
                    configuration.MaxAge = Int64(limits.seconds ?? 0) * 1_000_000_000
                    configuration.MaxMsgs = limits.messages.map { Int64($0) } ?? -1
                    configuration.Duplicates = Self.window(limits)
                    return body(&configuration)
                }
            }
        }
    }

    /// The deduplication window in nanoseconds: no longer than the lines are kept, as the server requires.
    private static func window(_ limits: StreamLimits) -> Int64 {
        let window = PublishQueue.window.components.seconds
        return min(window, Int64(limits.seconds ?? .max)) * 1_000_000_000
    }

    private func facts(_ info: jsStreamInfo) -> StreamFacts {
        let state = info.State
        let founder = info.Config?.pointee.Description.map { String(cString: $0) } ?? ""
        return StreamFacts(
            epoch: "n" + String(info.Created, radix: 36),
            first: Int(state.Msgs == 0 ? state.LastSeq + 1 : state.FirstSeq), newest: Int(state.LastSeq),
            founder: founder,
            erased: UnsafeBufferPointer(start: state.Deleted, count: Int(state.DeletedLen)).map { Int($0) })
    }

    func failure(_ what: String, _ status: natsStatus) -> ClusterError {
        ClusterError("The stream \(names.stream) \(what): \(NATSConnection.reason(status)).")
    }

    /// Waits. Erases everything up to `seq`.
    func purge(upTo seq: Int) throws(ClusterError) {
        var options = jsOptions()
        jsOptions_Init(&options)
        options.Stream.Purge.Sequence = UInt64(seq + 1)
        let status = js_PurgeStream(context, names.stream, &options, nil)
        guard status == NATS_OK else { throw failure("cannot be cleared", status) }
    }

    // MARK: Lines

    /// Waits. The line with this id; nil where the stream has none.
    func line(_ id: MessageID) throws(ClusterError) -> ClusterLine? {
        var message: OpaquePointer?
        var code = jsErrCode(rawValue: 0)
        let status = js_GetLastMsg(&message, context, names.stream, names.line(id), nil, &code)
        guard status != NATS_NOT_FOUND else { return nil }
        guard status == NATS_OK, let message else { throw failure("cannot be asked", status) }
        defer { natsMsg_Destroy(message) }
        return ClusterLine(
            body: Self.body(message), seq: Int(natsMsg_GetSequence(message)),
            ts: Int(natsMsg_GetTime(message) / 1_000_000), author: Self.header(message, Self.authorHeader))
    }

    /// Does not wait: the result is put into the box. Returns false where the line could not even be sent. The stream
    /// accepts one line for each id, whichever attempt it is.
    func publish(_ line: ClusterLine, attempt: Int = 1) -> Bool {
        var message = message(line.body, on: names.line(line.id))
        guard message != nil else { return false }
        defer { natsMsg_Destroy(message) }
        if let author = line.author, let message { natsMsgHeader_Set(message, Self.authorHeader, author) }
        let id = line.id.description.lowercased()
        let status = (attempt == 1 ? id : "\(id) \(attempt)").withCString { id in
            var options = jsPubOptions()
            jsPubOptions_Init(&options)
            options.MsgId = id
            options.ExpectNoMessage = true
            options.MaxWait = Self.patience
            return js_PublishMsgAsync(context, &message, &options)
        }
        return status == NATS_OK
    }

    // MARK: Reading messages

    static func body(_ message: OpaquePointer) -> [UInt8] {
        guard let data = natsMsg_GetData(message) else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(natsMsg_GetDataLength(message))))
    }

    static func header(_ message: OpaquePointer, _ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(message, name, &value) == NATS_OK else { return nil }
        return value.map { String(cString: $0) }
    }
}
