import Dispatch
import Glibc
import NIOCore
import NIOPosix
import SabirCore

/// One question over a plain TCP connection, for a check. Each wait ends after 2 seconds.
enum PlainSocket {
    /// Whether this machine lets a program listen there now: 0, or the error number.
    static func fault(listeningOn host: String, port: Int) -> Int32 {
        guard let found = addresses(host, port, passive: true) else { return EADDRNOTAVAIL }
        defer { freeaddrinfo(found) }
        let socket = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
        guard socket >= 0 else { return errno }
        defer { close(socket) }
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(socket, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(socket, 1) == 0 else {
            return errno
        }
        return 0
    }

    /// The answer to `question`, until `isWhole` accepts it, its end, or 1 MiB; nil if nobody answers. Takes 6 seconds
    /// at most, whatever the other side does.
    static func answer(
        from host: String, port: Int, to question: String = "",
        isWhole: @escaping @Sendable (String) -> Bool = { _ in true }
    ) async -> String? {
        // Resolving a name may take longer and cannot be cancelled.
        await within(.seconds(6)) {
            await DispatchQueue.global().run { ask(host, port, question, isWhole) }
        } ?? nil
    }

    /// Whether this machine connects to itself at 127.0.0.1 within 2 seconds.
    static func reachesItself() async -> Bool {
        let group = MultiThreadedEventLoopGroup.singleton
        guard let listener = try? await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get(),
            let address = listener.localAddress
        else { return false }
        let caller = try? await ClientBootstrap(group: group).connectTimeout(.seconds(2)).connect(to: address).get()
        for channel in [caller, listener] { try? await channel?.close().get() }
        return caller != nil
    }

    private static func wait(_ seconds: Int, on socket: Int32) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    private static func ask(_ host: String, _ port: Int, _ question: String, _ isWhole: (String) -> Bool) -> String? {
        guard let found = addresses(host, port, passive: false) else { return nil }
        defer { freeaddrinfo(found) }
        let socket = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        wait(2, on: socket)
        guard connect(socket, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else { return nil }
        let bytes = Array(question.utf8)
        guard bytes.isEmpty || send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            return nil
        }
        let deadline = ContinuousClock.now + .seconds(2)
        var taken: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        repeat {
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { break }
            taken += piece.prefix(count)
        } while !isWhole(String(decoding: taken, as: UTF8.self)) && taken.count < 1 << 20
            && ContinuousClock.now < deadline
        return taken.isEmpty ? nil : String(decoding: taken, as: UTF8.self)
    }

    private static func addresses(_ host: String, _ port: Int, passive: Bool) -> UnsafeMutablePointer<addrinfo>? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV | (passive ? AI_PASSIVE | AI_NUMERICHOST : 0)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0 else { return nil }
        return found
    }
}
