import Glibc
import NIOCore

/// Why the translation API cannot start: a plain sentence.
package struct SharingError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ error: any Error, address: String, port: Int) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            description =
                "Port \(port) for sharing the translation is in use already. Stop what uses it "
                + "(see: ss -ltnp), or choose another in [share]."
        case EADDRNOTAVAIL:
            description = "This machine has no address \(address) to share the translation on. See: ip address."
        case EACCES:
            description =
                "Port \(port) for sharing the translation may not be opened by this user; ports from "
                + "1,024 up may."
        case let code?:
            description =
                "Sharing the translation on \(address), port \(port), failed: \(String(cString: strerror(code)))."
        case nil:
            description = "Sharing the translation on \(address), port \(port), failed: \(error)."
        }
    }
}
