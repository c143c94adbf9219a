/// The media types of the page's files, by file extension.
enum MediaTypes {
    struct Kind: Sendable {
        let name: String
        /// Whether files of this type are worth compressing.
        let isText: Bool
    }

    private static let kinds: [Substring: Kind] = [
        "html": Kind(name: "text/html; charset=utf-8", isText: true),
        "css": Kind(name: "text/css; charset=utf-8", isText: true),
        "js": Kind(name: "text/javascript; charset=utf-8", isText: true),
        "mjs": Kind(name: "text/javascript; charset=utf-8", isText: true),
        "json": Kind(name: "application/json", isText: true),
        "webmanifest": Kind(name: "application/manifest+json", isText: true),
        "svg": Kind(name: "image/svg+xml", isText: true),
        "txt": Kind(name: "text/plain; charset=utf-8", isText: true),
        "png": Kind(name: "image/png", isText: false),
        "ico": Kind(name: "image/vnd.microsoft.icon", isText: false),
        "webp": Kind(name: "image/webp", isText: false),
        "woff2": Kind(name: "font/woff2", isText: false),
        "mp3": Kind(name: "audio/mpeg", isText: false),
        "ogg": Kind(name: "audio/ogg", isText: false),
        "wav": Kind(name: "audio/wav", isText: false),
    ]

    /// The type of a file; nil if the page has no files of this type.
    static func type(of path: String) -> Kind? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        return kinds[path[path.index(after: dot)...]]
    }
}
