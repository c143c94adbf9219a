extension NodeConfiguration {
    /// Files that the configuration names and that cannot be obtained again: phrasebooks, glossaries, verifiers of room
    /// passwords, the staff PIN. Leaves out keys of engines and clusters and certificates of others, which their
    /// issuers can give again.
    package var backedUpFiles: [String] {
        let secrets = rooms.compactMap(\.passwordFile) + [web.staffPINFile].compactMap(\.self)
        var seen = Set<String>()
        return (phrasebook.files + glossary.files + secrets).filter { seen.insert($0).inserted }
    }
}
