import SabirCore

/// The wifi of the house; nil where this node was told of none.
struct WifiAnswerJSON: Encodable, Sendable {
    @OrNull var wifi: WifiJSON?
}

/// For those who type it: the code itself is a picture.
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
