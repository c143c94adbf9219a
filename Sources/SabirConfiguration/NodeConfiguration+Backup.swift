extension NodeConfiguration {
    /// Small files that the configuration names and that nobody gives a second time: phrasebooks, glossaries, what
    /// passwords of rooms are checked by, the PIN of staff. Not keys of engines and clusters or certificates of others,
    /// which come from elsewhere, and are had from there again.
    package var backedUpFiles: [String] {
        let secrets = rooms.compactMap(\.passwordFile) + [web.staffPINFile].compactMap(\.self)
        var seen = Set<String>()
        return (phrasebook.files + glossary.files + secrets).filter { seen.insert($0).inserted }
    }
}
