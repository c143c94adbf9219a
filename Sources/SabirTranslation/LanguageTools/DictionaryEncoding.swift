import CHunspell
import Foundation

/// Converts words to a dictionary's character set, which is often not UTF-8 in older dictionaries.
///
/// Used only by the dictionary's owner, because a conversion descriptor of iconv(3) serves one thread at a time.
final class DictionaryEncoding {
    /// Nil for UTF-8, which needs no conversion.
    private let encoder: iconv_t?
    private let decoder: iconv_t?

    /// `name` as in a dictionary's SET line. Nil if the C library does not know the name.
    init?(_ name: String) {
        let charset = Self.systemName(name)
        if charset == "UTF-8" {
            encoder = nil
            decoder = nil
            return
        }
        // iconv_open(3) returns (iconv_t)-1 for an unknown conversion.
        let failure = iconv_t(bitPattern: -1)
        let encoder = iconv_open(charset, "UTF-8")
        let decoder = iconv_open("UTF-8", charset)
        self.encoder = encoder == failure ? nil : encoder
        self.decoder = decoder == failure ? nil : decoder
        if self.encoder == nil || self.decoder == nil { return nil }
    }

    deinit {
        if let encoder { iconv_close(encoder) }
        if let decoder { iconv_close(decoder) }
    }

    /// The word's bytes, ended by NUL; nil if the character set lacks one of its letters.
    func encode(_ word: String) -> [CChar]? {
        guard let encoder else { return Array(word.utf8CString) }
        return Self.convert(word.utf8CString.dropLast(), by: encoder).map { $0 + [0] }
    }

    func decode(_ word: UnsafePointer<CChar>) -> String? {
        guard let decoder else { return String(validatingCString: word) }
        // The word is ended by NUL.
        return Self.convert(UnsafeBufferPointer(start: word, count: strlen(word)), by: decoder).map { bytes in
            String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func convert(_ input: some Sequence<CChar>, by descriptor: iconv_t) -> [CChar]? {
        var input = Array(input)
        // No character set needs more than four bytes for one of UTF-8.
        var output = [CChar](repeating: 0, count: input.count * 4 + 8)
        let room = output.count
        let left = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target -> Int? in
                // Both pointers stay within their buffers, because iconv(3) counts the remaining bytes.
                var (from, fromLeft) = (source.baseAddress, source.count)
                var (to, toLeft) = (target.baseAddress, room)
                iconv(descriptor, nil, nil, nil, nil)
                // A result other than 0 means an error, or replaced letters.
                return iconv(descriptor, &from, &fromLeft, &to, &toLeft) == 0 ? toLeft : nil
            }
        }
        return left.map { Array(output.prefix(room - $0)) }
    }

    /// Hunspell names character sets as X11 does; glibc knows most of them by the same name.
    private static func systemName(_ name: String) -> String {
        let upper = name.uppercased()
        switch upper {
        case "UTF8": return "UTF-8"
        case "TIS620-2533": return "TIS-620"
        default: return upper.hasPrefix("MICROSOFT-") ? String(upper.dropFirst(10)) : upper
        }
    }
}
