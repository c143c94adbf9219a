import Foundation
import NIOCore

/// The page's files, read into memory once. No name in a request is ever looked up on disk.
struct StaticFiles: Sendable {
    /// The files that the page cannot work without.
    private static let pages = [
        "index.html", "two.html", "kiosk.html", "staff.html", "poster.html", "setup.html", "phone.html",
    ]
    private static let mostBytes = 16 << 20

    /// The files as in their folder.
    private let files: [String: StaticFile]
    /// The bundled files, served under paths with the version.
    private let bundled: [String: StaticFile]
    private let documents: [String: StaticFile]
    private let version: String
    private let late: Set<String>
    /// The service worker that opens the page without a network, and the one that removes it.
    let worker: (kept: StaticFile, gone: StaticFile)

    /// Reads every file below a folder whose type is known, except hidden ones.
    init(reading folder: String) throws(WebError) {
        var sources: [String: Data] = [:]
        var bytes = 0
        for path in Self.paths(below: folder) where MediaTypes.type(of: path) != nil {
            guard let data = FileManager.default.contents(atPath: folder + "/" + path) else { throw .noFile(path) }
            bytes += data.count
            guard bytes <= Self.mostBytes else {
                throw WebError("The folder \(folder) holds more than 16 MB: it is not that of the page.")
            }
            sources[path] = data
        }
        for page in Self.pages where sources[page] == nil { throw .noFile(folder + "/" + page) }
        let bundle = try PageBundle(sources)
        version = bundle.version
        late = bundle.late
        worker = Self.worker(bundle, sources)
        files = Self.files(sources)
        bundled = Self.files(bundle.files)
        documents = Self.files(bundle.documents)
    }

    /// The two service workers. The first is told which files to keep: those that the document names, and those that
    /// are requested once somebody is in a room.
    private static func worker(_ bundle: PageBundle, _ sources: [String: Data]) -> (kept: StaticFile, gone: StaticFile)
    {
        let document = String(decoding: bundle.documents["index.html"] ?? Data(), as: UTF8.self)
        let own = "/assets/\(bundle.version)/"
        let named = document.components(separatedBy: "=\"" + own).dropFirst().map { $0.prefix { $0 != "\"" } }
        let inside = bundle.late.flatMap { [$0, $0.replacing("js/", with: "").replacing(".js", with: ".css")] }
            .filter { bundle.files[$0] != nil }
        let files = Set(named.map(String.init) + inside).sorted().map { "\"\(own)\($0)\"" }
        let head = "self.SABIR = { version: \"\(bundle.version)\", files: [\(files.joined(separator: ", "))] };\n"
        func script(_ name: String, _ head: String = "") -> StaticFile {
            let type = MediaTypes.Kind(name: "text/javascript; charset=utf-8", isText: true)
            return StaticFile(Data(head.utf8) + (sources[name] ?? Data()), type: type)
        }
        return (script("worker.js", head), script("worker-gone.js"))
    }

    private static func files(_ sources: [String: Data]) -> [String: StaticFile] {
        var files: [String: StaticFile] = [:]
        for (path, data) in sources {
            if let type = MediaTypes.type(of: path) { files[path] = StaticFile(data, type: type) }
        }
        return files
    }

    /// An HTML page. `asWritten`: its source, for which browsers load each module separately.
    func page(_ name: String, asWritten: Bool) -> StaticFile? { asWritten ? files[name] : documents[name] }

    /// The file at a path relative to the folder, such as `css/app.css`, with or without a version before it, and
    /// whether browsers may keep it without asking again.
    func asset(_ path: String) -> (file: StaticFile, isLasting: Bool)? {
        if let file = files[path] { return (file, false) }
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, PageBundle.isVersion(parts[0]) else { return nil }
        let name = String(parts[1])
        if parts[0] == version { return (bundled[name] ?? files[name]).map { ($0, true) } }
        // A page opened before an update may use the catalogues of the new version, but scripts of two versions do not
        // fit together: the page is told that its late module is gone, and reloads (renewal.js).
        guard !late.contains(name) else { return nil }
        return (bundled[name] ?? files[name]).map { ($0, false) }
    }

    private static func paths(below folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
            .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
    }
}
