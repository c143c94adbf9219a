import HTTPTypes

/// What browsers are told of the page's rights (OWASP Secure Headers; W3C Content Security Policy Level 3).
enum SecurityHeaders {
    static let contentSecurityPolicy =
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; frame-ancestors 'none'; "
        + "base-uri 'none'; form-action 'self'; object-src 'none'"

    static let others: [(HTTPField.Name, String)] = [
        (referrerPolicy, "no-referrer"),
        (frameOptions, "DENY"),
        (permissionsPolicy, "camera=(), geolocation=(), payment=(), usb=()"),
    ]

    /// For a day, so that a house that takes its certificate off again is not locked out for long.
    static let transportSecurity = "max-age=86400"

    /// Browsers heed it in secure contexts alone, and warn of it elsewhere.
    static let openerPolicy = name("Cross-Origin-Opener-Policy")
    private static let referrerPolicy = name("Referrer-Policy")
    private static let frameOptions = name("X-Frame-Options")
    private static let permissionsPolicy = name("Permissions-Policy")

    /// Written out above; a name that is no token (RFC 9110 §5.1) would be a mistake in this file.
    static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name of a header field.") }
        return name
    }
}
