import CCurl
import Foundation
import SabirCore
import Synchronization

/// HTTP by libcurl: a few workers, each reusing one easy handle, so that connections stay open.
///
/// No worker, and so no thread, exists before the first request. At most `count` exchanges run and at most `queueLimit`
/// wait; further ones fail with `.busy`. Call `close()` to free the handles.
package actor CurlWorkers: HTTPTransport {
    private struct Job {
        let id: UInt64
        let request: HTTPRequest
        let cancelled: CancelFlag
    }

    private let count: Int
    private let queueLimit: Int
    private var workers: [CurlWorker] = []
    private var idle: [CurlWorker] = []
    private var queue: [Job] = []
    private var flags: [UInt64: CancelFlag] = [:]
    private var callers: [UInt64: CheckedContinuation<Result<HTTPResponse, EngineFailure>, Never>] = [:]
    private var lastID: UInt64 = 0
    private var isClosed = false

    package init(count: Int, queueLimit: Int = 256) {
        self.count = min(max(count, 1), 64)
        self.queueLimit = queueLimit
    }

    package func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
        guard !isClosed else { return .failure(.stopped) }
        guard queue.count < queueLimit else { return .failure(.busy) }
        lastID += 1
        let job = Job(id: lastID, request: request, cancelled: CancelFlag())
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                callers[job.id] = caller
                flags[job.id] = job.cancelled
                queue.append(job)
                assign()
            }
        } onCancel: {
            job.cancelled.raise()
            // Reaches the actor after the caller was registered above, because nothing is awaited in between.
            Task { await self.answer(job.id, .failure(.cancelled)) }
        }
    }

    package func close() async {
        isClosed = true
        queue.removeAll()
        for flag in flags.values { flag.raise() }
        for id in callers.keys { answer(id, .failure(.stopped)) }
        let ending = workers
        workers = []
        idle = []
        for worker in ending { await worker.close() }
    }

    private func assign() {
        while let job = queue.first, let worker = freeWorker() {
            queue.removeFirst()
            guard callers[job.id] != nil else {
                idle.append(worker)
                continue
            }
            Task {
                let result = await worker.perform(job.request, unless: job.cancelled)
                finish(job.id, result, by: worker)
            }
        }
    }

    private func freeWorker() -> CurlWorker? {
        if let worker = idle.popLast() { return worker }
        guard workers.count < count else { return nil }
        let worker = CurlWorker()
        workers.append(worker)
        return worker
    }

    private func finish(_ id: UInt64, _ result: Result<HTTPResponse, EngineFailure>, by worker: CurlWorker) {
        answer(id, result)
        guard !isClosed else { return }
        idle.append(worker)
        assign()
    }

    private func answer(_ id: UInt64, _ result: Result<HTTPResponse, EngineFailure>) {
        flags[id] = nil
        callers.removeValue(forKey: id)?.resume(returning: result)
    }
}

/// A flag that libcurl's progress callback reads on a worker's thread, and that any thread may raise.
private final class CancelFlag: Sendable {
    private let raised = Atomic(false)

    func raise() { raised.store(true, ordering: .relaxed) }
    var isRaised: Bool { raised.load(ordering: .relaxed) }
}

/// The state of one exchange while libcurl runs its callbacks. Used only within one call of `CurlWorker.perform`.
private final class Exchange {
    let request: HTTPRequest
    let cancelled: CancelFlag
    var body: [UInt8] = []
    var overflowed = false
    var leftNetwork = false

    init(_ request: HTTPRequest, _ cancelled: CancelFlag) {
        self.request = request
        self.cancelled = cancelled
    }

    /// The exchange that libcurl passes back to a callback. Unretained is safe: callbacks run only inside
    /// `curl_easy_perform`, during which `perform` keeps the exchange alive.
    static func recover(_ box: UnsafeMutableRawPointer?) -> Exchange? {
        box.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        overflowed = body.count + bytes.count > request.maximumResponseBytes
        if !overflowed { body.append(contentsOf: bytes) }
        return !overflowed
    }
}

/// One easy handle, used only on the worker's own queue.
private actor CurlWorker {
    /// Calls `curl_global_init` once for the process, before any handle exists (libcurl(3), "Global constants").
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let executor = QueueExecutor(label: "sabir.curl")
    private var handle: UnsafeMutableRawPointer?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func perform(_ request: HTTPRequest, unless cancelled: CancelFlag) -> Result<HTTPResponse, EngineFailure> {
        guard !isClosed else { return .failure(.stopped) }
        guard !cancelled.isRaised else { return .failure(.cancelled) }
        if handle == nil, Self.isReady { handle = curl_easy_init() }
        guard let handle else { return .failure(.unreachable("libcurl could not be started")) }
        let exchange = Exchange(request, cancelled)
        let headers = prepare(handle, exchange)
        defer { curl_slist_free_all(headers) }
        let code = withExtendedLifetime(exchange) { curl_easy_perform(handle) }
        return result(code, handle, exchange)
    }

    func close() {
        isClosed = true
        if let handle { curl_easy_cleanup(handle) }
        handle = nil
    }

    /// Sets every option anew (a reset keeps the connections open) and returns the header list, which the caller frees.
    private func prepare(_ handle: UnsafeMutableRawPointer, _ exchange: Exchange) -> UnsafeMutablePointer<curl_slist>? {
        curl_easy_reset(handle)
        let request = exchange.request
        for (option, value) in Self.fixedNumbers { sabir_curl_set_long(handle, option, value) }
        for (option, value) in Self.fixedTexts { sabir_curl_set_text(handle, option, value) }
        sabir_curl_set_text(handle, CURLOPT_URL, request.url)
        sabir_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.wholeMilliseconds)
        sabir_curl_set_long(handle, CURLOPT_TIMEOUT_MS, request.totalTimeout.wholeMilliseconds)
        sabir_curl_set_long(handle, CURLOPT_FRESH_CONNECT, request.freshConnection ? 1 : 0)
        sabir_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, request.takesAnyCertificate ? 0 : 1)
        sabir_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, request.takesAnyCertificate ? 0 : 2)
        setCallbacks(handle, exchange)
        setBody(handle, request)
        return setHeaders(handle, request)
    }

    private static let fixedNumbers: [(CURLoption, Int)] = [
        (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 0), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_TCP_NODELAY, 1),
        (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
    ]

    /// An empty proxy overrides proxies named in the environment.
    private static let fixedTexts: [(CURLoption, String)] = [
        (CURLOPT_PROXY, ""), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, "sabir"),
    ]

    private func setCallbacks(_ handle: UnsafeMutableRawPointer, _ exchange: Exchange) {
        let box = Unmanaged.passUnretained(exchange).toOpaque()
        sabir_curl_set_writer(
            handle,
            { bytes, size, count, box in
                guard let exchange = Exchange.recover(box) else { return 0 }
                let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return exchange.append(chunk) ? size * count : 0
            }, box)
        sabir_curl_set_progress(
            handle, { box, _, _, _, _ in Exchange.recover(box)?.cancelled.isRaised == true ? 1 : 0 }, box)
        sabir_curl_set_socket_opener(
            handle,
            { box, _, address in
                guard let address, let exchange = Exchange.recover(box) else { return CURL_SOCKET_BAD }
                exchange.leftNetwork = !exchange.request.mayLeaveNetwork && !isInside(address)
                guard !exchange.leftNetwork else { return CURL_SOCKET_BAD }
                let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
                return socket(address.pointee.family, kind, address.pointee.protocol)
            }, box)
    }

    private func setBody(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        if let body = request.body {
            sabir_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, body.count)
            body.withUnsafeBytes { bytes in
                // libcurl copies the body; its size was set before, as CURLOPT_COPYPOSTFIELDS(3) requires.
                _ = sabir_curl_set_pointer(
                    handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            }
        }
        switch request.method {
        case "HEAD": sabir_curl_set_long(handle, CURLOPT_NOBODY, 1)
        case let method?: sabir_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method)
        case nil: break
        }
    }

    private func setHeaders(
        _ handle: UnsafeMutableRawPointer, _ request: HTTPRequest
    ) -> UnsafeMutablePointer<curl_slist>? {
        var lines = ["Accept: application/json"]
        if request.body != nil {
            lines.append("Content-Type: \(request.contentType ?? "application/octet-stream")")
            // Without this line, a body over 1 MiB would wait for "100 Continue".
            lines.append("Expect:")
        }
        lines += request.headers.filter(\.isOneLine).map { "\($0.name): \($0.value)" }
        let list = lines.reduce(nil) { curl_slist_append($0, $1) }
        sabir_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
        return list
    }

    private func result(
        _ code: CURLcode, _ handle: UnsafeMutableRawPointer, _ exchange: Exchange
    ) -> Result<HTTPResponse, EngineFailure> {
        guard code == CURLE_OK else { return .failure(failure(code, handle, exchange)) }
        var status = 0
        sabir_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        let rest = offset(handle, CURLINFO_RETRY_AFTER)
        return .success(
            HTTPResponse(status: status, body: exchange.body, retryAfter: rest > 0 ? .seconds(rest) : nil))
    }

    private func failure(
        _ code: CURLcode, _ handle: UnsafeMutableRawPointer, _ exchange: Exchange
    ) -> EngineFailure {
        if exchange.leftNetwork { return .unreachable("its name leads outside the local network") }
        if exchange.overflowed { return .badAnswer("it is longer than 1 MiB") }
        let text = String(cString: curl_easy_strerror(code))
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: return .cancelled
        case CURLE_OPERATION_TIMEDOUT:
            // libcurl sets this time just before it writes the request, on new and on kept connections.
            let connected = offset(handle, CURLINFO_PRETRANSFER_TIME_T) > 0
            return connected ? .timedOut : .unreachable("no connection in the time allowed")
        case CURLE_COULDNT_CONNECT: return .unreachable(connectionError(handle) ?? text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_SSL_CONNECT_ERROR,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
            return .unreachable(text)
        default: return .brokenOff(text)
        }
    }

    private func connectionError(_ handle: UnsafeMutableRawPointer) -> String? {
        var number = 0
        sabir_curl_get_long(handle, CURLINFO_OS_ERRNO, &number)
        return number == 0 ? nil : String(cString: strerror(Int32(number)))
    }

    private func offset(_ handle: UnsafeMutableRawPointer, _ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        sabir_curl_get_offset(handle, info, &value)
        return Int(value)
    }
}

/// Whether the resolved address, to which a connection is about to be made, is in the local network.
private func isInside(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    guard let start = sabir_curl_address(address) else { return false }
    let length = min(Int(address.pointee.addrlen), MemoryLayout<sockaddr_storage>.size)
    // libcurl stores `addrlen` bytes of the address at that place (Curl_sockaddr_ex in its source).
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    let found =
        switch address.pointee.family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size: IPAddress(bytes: bytes[4..<8])
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size: IPAddress(bytes: bytes[8..<24])
        default: IPAddress?.none
        }
    return found?.isLocal == true
}

extension HTTPHeader {
    /// Whether the header is a single line. libcurl sends line ends as they are, so another header could be injected.
    fileprivate var isOneLine: Bool { !name.isEmpty && !(name + value).utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

extension Duration {
    /// Rounded up and at least 1, because libcurl takes 0 for "no limit".
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
