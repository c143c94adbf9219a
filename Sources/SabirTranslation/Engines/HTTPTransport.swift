/// A request header. Its value may be a secret, so it is printed without the value.
package struct HTTPHeader: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package var name: String
    /// The header's value, without control characters.
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    package var description: String { name }
    package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// One HTTP exchange. Redirects are not followed, and no proxy is used.
package struct HTTPRequest: Sendable, Equatable {
    /// Absolute `http` or `https` URL.
    package var url: String
    /// The method; nil sends a POST if there is a body, else a GET. A HEAD returns only the status.
    package var method: String?
    package var headers: [HTTPHeader] = []
    package var body: [UInt8]?
    package var contentType: String?
    /// The time limit for the connection alone.
    package var connectTimeout: Duration
    /// The time limit for the whole exchange from a worker's start, including the connection.
    package var totalTimeout: Duration
    /// Whether to open a new connection. Reachability checks need one, because a kept-alive connection outlives an
    /// unplugged cable.
    var freshConnection = false
    /// Whether addresses outside `NetworkBoundary` are allowed.
    var mayLeaveNetwork = false
    /// Whether any certificate is accepted, even one that nobody vouches for: for requests of this machine to itself
    /// without secrets.
    package var takesAnyCertificate = false
    /// A longer body fails as an unusable answer.
    var maximumResponseBytes = 1 << 20
}

extension HTTPRequest {
    package init(
        url: String, body: [UInt8]? = nil, contentType: String? = nil, connectTimeout: Duration,
        totalTimeout: Duration
    ) {
        self.init(
            url: url, method: nil, body: body, contentType: contentType, connectTimeout: connectTimeout,
            totalTimeout: totalTimeout)
    }
}

/// Prints neither query, headers nor body, which hold messages and may hold a key.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    package var description: String {
        "\(method ?? (body == nil ? "GET" : "POST")) \(url.prefix { $0 != "?" }) (\(body?.count ?? 0) bytes)"
    }

    package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    package var body: [UInt8]
    /// `Retry-After` (RFC 9110 §10.2.3) in either form, as a time from now.
    package var retryAfter: Duration?

    package init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}

/// Sends requests to an engine. `CurlWorkers` is the real implementation.
package protocol HTTPTransport: Sendable {
    /// Returns at once when the calling task is cancelled.
    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure>
    /// Cancels what is under way. May be called repeatedly.
    func close() async
}
