/// A refusal with status and text as clients of LibreTranslate know them (LibreTranslate 1.9, libretranslate/app.py).
struct SharingFault: Error, Hashable, Sendable {
    let status: Int
    let text: String
    /// The value of `Retry-After`.
    var seconds: Int?

    static func invalid(_ text: String) -> SharingFault { SharingFault(status: 400, text: text) }

    static func missing(_ field: String) -> SharingFault { invalid("Invalid request: missing \(field) parameter") }

    static func tooLong(_ size: Int, limit: Int) -> SharingFault {
        invalid("Invalid request: request (\(size)) exceeds text limit (\(limit))")
    }

    static func slowDown(_ limit: String, seconds: Int) -> SharingFault {
        SharingFault(status: 429, text: "Slowdown: \(limit)", seconds: seconds)
    }

    static func failed(_ reason: String) -> SharingFault {
        SharingFault(status: 500, text: "Cannot translate text: \(reason)")
    }

    static let outside = SharingFault(
        status: 403, text: "This node shares its translation with its own network only.")
    static let notFound = SharingFault(status: 404, text: "Not Found")
    static let wrongMethod = SharingFault(status: 405, text: "Method Not Allowed")
    static let tooLarge = SharingFault(
        status: 413, text: "Invalid request: the request is larger than \(SharingSettings.maximumBody) bytes")
}
