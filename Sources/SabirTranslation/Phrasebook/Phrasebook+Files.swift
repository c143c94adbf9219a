extension Phrasebook {
    /// Reads TMX files in the order given, the later winning. A file that cannot be read is left out and among the
    /// problems, as are single units: a node starts with what is good.
    package static func load(_ files: [String]) -> (book: Phrasebook, problems: [ExchangeFileProblem]) {
        var documents: [TMXDocument] = []
        var problems: [ExchangeFileProblem] = []
        for file in files {
            do {
                let (document, found) = try TMXDocument.read(file: file)
                documents.append(document)
                problems += found
            } catch {
                problems.append(error)
            }
        }
        return (Phrasebook(documents), problems)
    }
}
