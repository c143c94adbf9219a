/// Why the page cannot be served.
package struct WebError: Error, CustomStringConvertible {
    /// A plain sentence that says what to do.
    package let description: String
    package let underlying: (any Error)?

    init(_ description: String, underlying: (any Error)? = nil) {
        self.description = description
        self.underlying = underlying
    }

    static func noFile(_ path: String) -> WebError {
        WebError("The page's file \(path) cannot be read. Set data_directory in [node] to the folder share of Sabir.")
    }

    static func cannotListen(_ address: String, _ port: Int, _ error: any Error) -> WebError {
        WebError(
            "The page cannot listen on \(address), port \(port): \(error). Set another web.port.", underlying: error)
    }
}
