/// Why language data could not be read: a sentence for whoever runs the program.
package struct LanguageDataError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    static func noFolder(_ path: String) -> Self {
        Self(description: "The folder \(path) with language data is missing. Install it, or set its path.")
    }

    static func noFiles(_ path: String) -> Self {
        Self(description: "The folder \(path) holds no language data (*.json). Install the files, or set its path.")
    }

    static func unreadable(_ path: String, _ reason: String) -> Self {
        Self(description: "The file \(path) cannot be read: \(reason). Check its permissions.")
    }

    static func wrong(_ path: String, _ what: String) -> Self {
        Self(description: "The language data in \(path) are wrong: \(what). Correct the file, or install it again.")
    }
}
