import Foundation
import NIOCore

/// The page's files, read into memory once: nothing a request names is ever looked for on the disk.
struct Shelf: Sendable {
    /// Files that must be there for the page to work at all.
    private static let pages = ["index.html", "two.html", "kiosk.html", "staff.html"]
    private static let mostBytes = 16 << 20

    private let files: [String: ShelfFile]

    /// Takes every file below a folder whose kind is known; hidden ones stay out.
    init(reading folder: String) throws(WebError) {
        var files: [String: ShelfFile] = [:]
        var bytes = 0
        for path in Self.paths(below: folder) {
            guard let type = MediaTypes.type(of: path) else { continue }
            guard let data = FileManager.default.contents(atPath: folder + "/" + path) else { throw .noFile(path) }
            bytes += data.count
            guard bytes <= Self.mostBytes else {
                throw WebError("The folder \(folder) holds more than 16 MB: it is not that of the page.")
            }
            files[path] = ShelfFile(data, type: type)
        }
        self.files = files
        for page in Self.pages where files[page] == nil { throw .noFile(folder + "/" + page) }
    }

    /// The file at a path relative to the folder, such as `css/app.css`.
    subscript(path: String) -> ShelfFile? { files[path] }

    private static func paths(below folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
            .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
    }
}
