/// A header of a request. Its value may be a secret, so printing it shows the name alone.
package struct HTTPHeader: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package var name: String
    /// Without control characters.
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    package var description: String { name }
    package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// One exchange as an engine client wants it done: no redirects are followed, no proxy is used.
package struct HTTPRequest: Sendable, Equatable {
    /// Absolute `http` or `https` URL.
    package var url: String
    /// Nil sends a POST where there is a body, else a GET. Of a HEAD the status alone comes back.
    package var method: String?
    package var headers: [HTTPHeader] = []
    package var body: [UInt8]?
    package var contentType: String?
    package var connectTimeout: Duration
    /// Time for the whole exchange from the moment a worker takes it up, connecting included.
    package var totalTimeout: Duration
    /// Opens a connection of its own: what a reachability check needs, as a kept-alive connection outlives a cable.
    package var freshConnection = false
    /// Whether an address outside `NetworkBoundary` may be connected to.
    package var mayLeaveNetwork = false
    /// Whether whoever answers is believed without a certificate that somebody vouches for: for what this machine tells
    /// itself and is no secret.
    package var takesAnyCertificate = false
    /// A longer body ends the exchange with `TransportFailure.tooLarge`.
    package var maximumResponseBytes = 1 << 20

    package init(
        url: String, body: [UInt8]? = nil, contentType: String? = nil, connectTimeout: Duration,
        totalTimeout: Duration
    ) {
        self.url = url
        self.body = body
        self.contentType = contentType
        self.connectTimeout = connectTimeout
        self.totalTimeout = totalTimeout
    }
}

/// Query, headers and body may hold a key and hold what people wrote: none of them is printed.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    package var description: String {
        "\(method ?? (body == nil ? "GET" : "POST")) \(url.prefix { $0 != "?" }) (\(body?.count ?? 0) bytes)"
    }

    package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    package var body: [UInt8]
    /// `Retry-After` (RFC 9110 §10.2.3) in either of its forms, as time from now.
    package var retryAfter: Duration?

    package init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}

/// Why no whole response came back.
package enum TransportFailure: Error, Sendable, Equatable {
    /// No connection: refused, no route, no such host, connect time-out, TLS not agreed. The text says which.
    case unreachable(String)
    /// Connected, but the answer took longer than allowed.
    case timedOut
    /// The other side closed in the middle, or spoke no HTTP.
    case brokenOff(String)
    case tooLarge
    /// The host name led outside the local network, and the request may not leave it.
    case outsideNetwork
    /// Too many requests wait already.
    case busy
    case cancelled
    case closed
}

/// Carries requests to an engine. The real one is `CurlWorkers`.
package protocol HTTPTransport: Sendable {
    /// Returns at once when the calling task is cancelled.
    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportFailure>
    /// Ends what is under way. May be called again.
    func close() async
}
