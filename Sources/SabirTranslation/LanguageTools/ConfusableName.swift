import CICUText

/// Compares names by their look (Unicode UTS #39, section 4, by ICU).
package enum ConfusableName {
    /// Longer skeletons are not computed; a name of 64 scalars stays far below.
    private static let capacity = 16_384

    /// Names that share a key cannot be told apart by eye or by letter case: "Anna", "ANNA", and "аnna" with a Cyrillic
    /// а; "Ivan" and "lvan". A name has several keys because case folding and look do not commute: a capital I looks
    /// like an l, a small i does not, and a Cyrillic capital В looks like a B, but a small в is a letter of its own.
    /// Never empty.
    package static func keys(of name: String) -> [String] {
        var keys = [skeleton(of: name, sabir_name_folded) ?? name.lowercased()]
        for view in [sabir_name_written, sabir_name_seen] {
            guard let key = skeleton(of: name, view), !keys.contains(key) else { continue }
            keys.append(key)
        }
        return keys
    }

    /// The keys of the name's letters and digits only, for comparing names of staff: "Dr. Vega", "Dr.Vega", "DR VÉGA"
    /// and "Dr. Vega ♥". Marks that are letters of their script, such as Hindi vowels, count.
    package static func bareKeys(of name: String) -> [String] { keys(of: bare(name) ?? name) }

    /// The letters and digits of a name; nil if it has none.
    package static func bare(_ name: String) -> String? {
        made(of: name) { sabir_name_bare($0, $1, $2, $3) }
    }

    private static func skeleton(of name: String, _ view: sabir_name_view) -> String? {
        made(of: name) { sabir_name_skeleton($0, $1, view, $2, $3) }
    }

    private static func made(
        of name: String, _ make: (UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, Int) -> Int
    ) -> String? {
        var name = name
        return name.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { out in
                // The pointer is valid during the call, and ICU writes at most as many bytes as there is room for.
                let length = bytes.withMemoryRebound(to: CChar.self) {
                    make($0.baseAddress, $0.count, out.baseAddress, out.count)
                }
                guard length > 0 else { return nil }
                return String(decoding: out.prefix(length).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
    }
}
