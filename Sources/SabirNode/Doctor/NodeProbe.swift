import Foundation
import Logging
import NIOPosix
import SabirClient
import SabirCore
import SabirProtocol
import SabirSecurity

/// Asks whether a Sabir node answers at an address.
enum NodeProbe {
    /// Asks for a room that does not exist: a node answers `no-room`, and nothing else does. Takes 8 seconds at most.
    static func answers(at address: NodeAddress, plaintext: Bool) async -> Bool {
        // "en" is a well-formed tag.
        let hello = Hello(room: nil, name: "doctor", lang: LanguageTag("en")!)
        let route = FixedRoute(Destination(address, room: UUID().uuidString))
        let logger = Logger(label: "sabir.check")
        let security = plaintext ? nil : try? GuestProtection.unjudged()
        let room = RemoteRoom(
            hello, by: route, security: security, on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        await room.join()
        let isNode = await within(.seconds(8)) {
            for await event in room.events {
                if case .ended(let fault) = event { return fault?.code == .noRoom }
            }
            return false
        }
        await room.leave()
        return isNode ?? false
    }
}
