import HTTPTypes

/// Headers that restrict what the page may do in browsers (OWASP Secure Headers; W3C Content Security Policy Level 3).
enum SecurityHeaders {
    static let contentSecurityPolicy =
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; frame-ancestors 'none'; "
        + "base-uri 'none'; form-action 'self'; object-src 'none'"

    static let others: [(HTTPField.Name, String)] = [
        (name("Referrer-Policy"), "no-referrer"),
        (name("X-Frame-Options"), "DENY"),
        (name("Permissions-Policy"), "camera=(), geolocation=(), payment=(), usb=()"),
    ]

    /// One day, so that a house that removes its certificate is not locked out for long.
    static let transportSecurity = "max-age=86400"

    /// Sent over HTTPS alone: elsewhere browsers ignore the header and warn of it.
    static let openerPolicy = name("Cross-Origin-Opener-Policy")

    /// Makes a header's name; an invalid one (RFC 9110 §5.1) would be a mistake in this file.
    static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name of a header field.") }
        return name
    }
}
