import Foundation

/// A model of a bundle, for one language pair.
struct BundledModel: Hashable, Sendable {
    let from: String
    let to: String
    /// The maker's version; empty if unknown.
    let version: String
    /// Bytes after unpacking.
    let bytes: Int
    /// The path in the bundle of an archive, or of a folder; a folder's ends with `/` unless it is the bundle itself.
    let place: String
    let isArchive: Bool
    /// The model's folder within the archive, ending with `/`; empty if there is none.
    var inner = ""

    /// The folder's name once installed: one for each pair.
    var name: String { "\(from)_\(to)" }
}

/// The models of a stick, with the checksums of their files.
struct ModelBundle {
    let models: [BundledModel]
    let files: BundleFiles
    let digests: [String: String]

    /// Reads the whole bundle. Throws a sentence for people if anything differs from the list. Changes nothing.
    init(checking folder: String) throws {
        files = try BundleFiles(in: folder)
        guard files.sizes[ChecksumList.fileName] != nil else {
            throw Failure(
                "\(folder) has no \(ChecksumList.fileName): what came with the models says whether they are whole. "
                    + "Where they were made: find . -type f ! -name SHA256SUMS -exec sha256sum {} + >SHA256SUMS")
        }
        digests = try ChecksumList(files.text(ChecksumList.fileName, atMost: ChecksumList.largest)).digests
        try Self.compare(files, digests)
        models = try Self.models(files)
    }

    private static func compare(_ files: BundleFiles, _ digests: [String: String]) throws {
        let missing = digests.keys.filter { files.sizes[$0] == nil }.sorted()
        if let first = missing.first {
            throw Failure(
                "\(named(first, of: missing)) of \(ChecksumList.fileName) \(missing.count == 1 ? "is" : "are") not "
                    + "there. Copy the bundle to the stick anew.")
        }
        let more = files.sizes.keys.filter { digests[$0] == nil && $0 != ChecksumList.fileName }.sorted()
        if let first = more.first {
            throw Failure(
                "\(named(first, of: more)) \(more.count == 1 ? "is" : "are") not in \(ChecksumList.fileName), so that "
                    + "nobody vouches for it. Put the bundle into a folder of its own, or take that out.")
        }
        for (path, digest) in digests.sorted(by: { $0.key < $1.key }) where try files.digest(path) != digest {
            throw Failure(
                "\(BundlePath.shown(path)) is not the file that \(ChecksumList.fileName) means: it is damaged, or was "
                    + "changed. Copy the bundle to the stick anew.")
        }
    }

    private static func named(_ first: String, of all: [String]) -> String {
        BundlePath.shown(first) + (all.count > 1 ? " and \(all.count - 1) more" : "")
    }

    private static func models(_ files: BundleFiles) throws -> [BundledModel] {
        let described = files.sizes.keys.filter {
            $0 == ModelMetadata.fileName || $0.hasSuffix("/" + ModelMetadata.fileName)
        }
        let places = described.map { String($0.dropLast(ModelMetadata.fileName.count)) }
        // A model's inner folders are parts of it, not models of their own.
        let outermost = places.filter { place in !places.contains { $0 != place && place.hasPrefix($0) } }
        let archives = files.sizes.keys.filter { path in
            path.lowercased().hasSuffix(".argosmodel") && !outermost.contains { path.hasPrefix($0) }
        }
        var models: [BundledModel] = []
        for place in (outermost + archives).sorted() {
            let model = archives.contains(place) ? try archived(place, files) : try unpacked(place, files)
            if let other = models.first(where: { $0.name == model.name }) {
                throw Failure(
                    "\(BundlePath.shown(other.place)) and \(BundlePath.shown(model.place)) both translate from "
                        + "\(model.from) to \(model.to). Take one of them out.")
            }
            models.append(model)
        }
        guard !models.isEmpty else {
            throw Failure(
                "\(BundlePath.shown(files.root)) has no model of Argos: neither a file .argosmodel nor a folder with "
                    + "\(ModelMetadata.fileName).")
        }
        return models
    }

    private static func archived(_ path: String, _ files: BundleFiles) throws -> BundledModel {
        let shown = BundlePath.shown(path)
        let archive = try ZipArchive(files.root + "/" + path, shown: shown)
        let described = archive.entries.filter { entry in
            entry.name == ModelMetadata.fileName || entry.name.hasSuffix("/" + ModelMetadata.fileName)
        }
        guard let entry = described.min(by: { $0.name.count < $1.name.count }) else {
            throw Failure("\(shown) has no \(ModelMetadata.fileName): it is no model of Argos.")
        }
        let metadata = try ModelMetadata.read(
            archive.data(entry, atMost: ModelMetadata.largest), shown: "\(ModelMetadata.fileName) in \(shown)")
        let inner = String(entry.name.dropLast(ModelMetadata.fileName.count))
        let own = archive.entries.filter { $0.name.hasPrefix(inner) }
        try require(Set(own.map { String($0.name.dropFirst(inner.count)) }), shown)
        return BundledModel(
            from: metadata.from, to: metadata.to, version: metadata.version, bytes: own.reduce(0) { $0 + $1.size },
            place: path, isArchive: true, inner: inner)
    }

    private static func unpacked(_ place: String, _ files: BundleFiles) throws -> BundledModel {
        let path = place + ModelMetadata.fileName
        let shown = place.isEmpty ? "The bundle" : BundlePath.shown(place)
        let metadata = try ModelMetadata.read(
            Data(files.text(path, atMost: ModelMetadata.largest).utf8), shown: BundlePath.shown(path))
        let own = files.sizes.filter { $0.key.hasPrefix(place) && $0.key != ChecksumList.fileName }
        try require(Set(own.keys.map { String($0.dropFirst(place.count)) }), shown)
        return BundledModel(
            from: metadata.from, to: metadata.to, version: metadata.version, bytes: own.values.reduce(0, +),
            place: place, isArchive: false)
    }

    /// Throws if a file is missing that an engine cannot do without.
    private static func require(_ names: Set<String>, _ shown: String) throws {
        guard names.contains("model/model.bin") else {
            throw Failure("\(shown) has no model/model.bin: it is no model of CTranslate2.")
        }
        guard names.contains("sentencepiece.model") || names.contains("bpe.model") else {
            throw Failure("\(shown) has neither sentencepiece.model nor bpe.model, which cut its texts into pieces.")
        }
    }
}
