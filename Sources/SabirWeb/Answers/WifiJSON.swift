import SabirCore

/// The wifi's name and password for people who type it; the QR code is an image of its own.
struct WifiJSON: Encodable, Sendable {
    let name: String
    @OrNull var password: String?
    let hidden: Bool

    init(_ network: WifiNetwork) {
        name = network.name
        password = network.password
        hidden = network.isHidden
    }
}
