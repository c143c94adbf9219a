/// The answer to `sabir doctor --phone` and `sabir phrases review`: a code that another device shows.
package struct OpenedCode: Codable, Hashable, Sendable {
    package let code: String
    /// The address that the device opens.
    package let address: String
    /// The fingerprint of the certificate that a reviewer's browser meets there, if it is not a trusted one.
    package var fingerprint: String?
    /// For how many seconds the code can be used.
    package let seconds: Int
}
