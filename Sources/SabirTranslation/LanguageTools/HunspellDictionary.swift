import CHunspell
import Foundation

/// One loaded dictionary, used only by its `SpellChecker`, because libhunspell is not thread-safe.
final class HunspellDictionary {
    let files: DictionaryFiles
    private let handle: OpaquePointer
    private let encoding: DictionaryEncoding

    /// Reads the files, which takes up to some tenths of a second. Nil if a file is unreadable or uses a character set
    /// that the system does not know.
    init?(_ files: DictionaryFiles) {
        // If a file is missing, Hunspell_create(3) returns an empty dictionary, in which every word is wrong.
        let paths = [files.affixes, files.words]
        guard paths.allSatisfy(FileManager.default.isReadableFile(atPath:)),
            let handle = Hunspell_create(files.affixes, files.words)
        else { return nil }
        guard let charset = Hunspell_get_dic_encoding(handle),
            let encoding = DictionaryEncoding(String(cString: charset))
        else {
            Hunspell_destroy(handle)
            return nil
        }
        self.files = files
        self.handle = handle
        self.encoding = encoding
    }

    deinit { Hunspell_destroy(handle) }

    /// Whether the dictionary knows the word with either form of the apostrophe. True for a word with a letter that its
    /// character set lacks, because the dictionary cannot judge it.
    func knows(_ word: String) -> Bool {
        has(word.replacing("’", with: "'")) ?? true || word.contains("’") && has(word) == true
    }

    /// Whether the dictionary has the word; nil if its character set lacks a letter of the word.
    private func has(_ word: String) -> Bool? { encoding.encode(word).map { Hunspell_spell(handle, $0) != 0 } }

    /// Known words similar to this one, the likeliest first. Adds words that sound alike, of which libhunspell finds
    /// few.
    func suggestions(for word: String, atMost limit: Int) -> [String] {
        let heardAlike = LikelySpelling.heardAlike(word).filter { has($0) == true }
        return LikelySpelling.likeliest(of: found(for: word) + heardAlike, for: word, atMost: limit)
    }

    /// Suggestions in the dictionary's own order. Empty if the process was busy, because libhunspell ends its search
    /// after a quarter of a second of clock(3), which counts all threads.
    private func found(for word: String) -> [String] {
        guard let bytes = encoding.encode(word) else { return [] }
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = Hunspell_suggest(handle, &list, bytes)
        guard count > 0, let found = list else { return [] }
        // The list and its strings, `count` of them, belong to the caller until freed.
        defer { Hunspell_free_list(handle, &list, count) }
        let strings = UnsafeBufferPointer(start: found, count: Int(count))
        return strings.compactMap { string in string.flatMap { encoding.decode($0) } }
    }
}
