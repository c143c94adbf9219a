/// What a C callback is handed as its `userdata`: whom it speaks for and where to.
///
/// Retained when the callback is registered and released once the C object behind it is freed, which libavahi does
/// under the poll's lock: no callback of a freed object runs.
final class CallbackBox: Sendable {
    private let token: Int
    private let queue: ReportQueue

    init(token: Int, queue: ReportQueue) {
        self.token = token
        self.queue = queue
    }

    /// The box behind `userdata`, which was made by `Unmanaged.passRetained` of this very type.
    static func recover(_ userdata: UnsafeMutableRawPointer?) -> CallbackBox? {
        userdata.map { Unmanaged<CallbackBox>.fromOpaque($0).takeUnretainedValue() }
    }

    func report(_ signal: (_ token: Int) -> AvahiSignal) { queue.report(signal(token)) }
}
