import SabirProtocol

/// The pairs of Apertium that Debian 12 has as packages of their own. Some of them translate one way alone; which, the
/// engine says once they are installed.
package enum DebianPairs {
    /// As Debian writes them behind `apertium-`: `apt-cache search '^apertium-'`.
    private static let names = [
        "afr-nld", "arg-cat", "bel-rus", "br-fr", "cat-ita", "cat-srd", "dan-nor", "en-gl", "eng-cat", "eng-spa",
        "eo-ca",
        "eo-en", "eo-es", "eo-fr", "es-gl", "es-ro", "eu-en", "eu-es", "fr-es", "fra-cat", "fra-frp", "hbs-eng",
        "hbs-mkd", "hbs-slv", "ind-zlm", "isl-eng", "isl-swe", "mkd-bul", "mkd-eng", "nno-nob", "oc-ca", "oc-es",
        "oci-fra", "pol-szl", "por-cat", "pt-gl", "rus-ukr", "spa-arg", "spa-ast", "spa-cat", "spa-ita", "srd-ita",
        "swe-dan", "swe-nor", "urd-hin",
    ]

    private static let pairs = names.map { name in
        (package: "apertium-" + name, codes: Set(name.split(separator: "-").map { code($0) }))
    }
    private static let codes = pairs.reduce(into: Set<String>()) { $0.formUnion($1.codes) }

    /// Older packages have codes of two letters.
    private static func code(_ text: Substring) -> String { ApertiumCodes.bases[String(text)] ?? String(text) }

    /// The package that has this pair, in whichever order; nil where Debian has none.
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
