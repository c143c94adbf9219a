import SabirProtocol

/// The Apertium pairs that Debian 12 packages. Some translate in one direction only, which the installed engine
/// reports.
package enum DebianPairs {
    /// Pairs as in the packages' names after `apertium-`: `apt-cache search '^apertium-'`.
    private static let names = [
        "afr-nld", "arg-cat", "bel-rus", "br-fr", "cat-ita", "cat-srd", "dan-nor", "en-gl", "eng-cat", "eng-spa",
        "eo-ca", "eo-en", "eo-es", "eo-fr", "es-gl", "es-ro", "eu-en", "eu-es", "fr-es", "fra-cat", "fra-frp",
        "hbs-eng", "hbs-mkd", "hbs-slv", "ind-zlm", "isl-eng", "isl-swe", "mkd-bul", "mkd-eng", "nno-nob", "oc-ca",
        "oc-es", "oci-fra", "pol-szl", "por-cat", "pt-gl", "rus-ukr", "spa-arg", "spa-ast", "spa-cat", "spa-ita",
        "srd-ita", "swe-dan", "swe-nor", "urd-hin",
    ]

    private static let pairs = names.map { name in
        (package: "apertium-" + name, codes: Set(name.split(separator: "-").map { code($0) }))
    }
    private static let codes = pairs.reduce(into: Set<String>()) { $0.formUnion($1.codes) }

    /// Older packages use two-letter codes.
    private static func code(_ text: Substring) -> String { ApertiumCodes.bases[String(text)] ?? String(text) }

    /// The package for this pair in either order; nil if Debian has none.
    package static func package(_ one: LanguageTag, _ other: LanguageTag) -> String? {
        let (first, second) = (candidates(one), candidates(other))
        return pairs.first { pair in
            first.contains { code in
                pair.codes.contains(code) && second.contains { $0 != code && pair.codes.contains($0) }
            }
        }?.package
    }

    private static func candidates(_ tag: LanguageTag) -> [String] { ApertiumCodes.candidates(for: tag, among: codes) }
}
