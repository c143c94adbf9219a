import SabirProtocol

/// Finds abbreviations that engines mistake for words or leave unchanged. Excludes units, titles and others in engines'
/// dictionaries (mg, Dr., Sra.).
struct Abbreviations: Sendable {
    private let known: Set<String>

    init(for language: LanguageTag) {
        known = Set((Self.lists[String(language.primary)] ?? "").split(separator: " ").map(String.init))
            .union(Self.everywhere)
    }

    /// The abbreviation in a chunk between two spaces, as written; nil if there is none.
    func found(_ chunk: Substring) -> String? {
        let word = chunk.drop { "(¿¡\"'«“".contains($0) }.prefix { !",;:!?)\"'»”".contains($0) }
        guard word.contains(where: \.isLetter) else { return nil }
        let bare = word.last == "." ? word.dropLast() : word
        if known.contains(bare.lowercased()) || isDotted(word) { return String(word) }
        return nil
    }

    /// Whether the word is single letters with dots: `p.o.`, `b.i.d.`; `a. C.` is two.
    private func isDotted(_ word: Substring) -> Bool {
        let parts = word.split(separator: ".")
        return parts.count >= 2 && word.contains(".") && parts.allSatisfy { $0.count == 1 && $0.allSatisfy(\.isLetter) }
    }

    /// Latin abbreviations used in prescriptions everywhere.
    private static let everywhere: Set<String> = [
        "bid", "tid", "qid", "qd", "qod", "prn", "npo", "rx", "dx", "tx", "hx",
    ]

    private static let lists: [String: String] = [
        "ca": "tb tmb xq pq dll dm dj dv ds dg aprox hab pac tto urg núm tlf tel màx mín obs c/ s/",
        "de": "bzgl ca evtl ggf inkl max mind usw vgl zzgl z.b d.h u.a u.u mo di mi do fr termin. tägl tbl stk std",
        "en":
            "approx appt asap b/c bp btw dept ed er fyi gp icu iv max meds min msg np pls plz po pt pts sob temp thx tmrw "
            + "u ur w/ w/o wk wks yo yr yrs hr hrs",
        "es":
            "aprox c/ d/ dcha izda hab máx mín núm obs pac pq q s/ tb tfno tlf tmb tto urg vd vds x xa xq ud uds lun mié "
            + "jue vie sáb dom",
        "eu": "aprox tel zk max min etab",
        "fr": "bcp cad cf cpr dc dr env hosp mdr ms ns ordo pb pdt qd qq qqch qqn rdv svp tél tjrs tt ttt urg vs",
        "gl": "aprox hab máx mín núm pac pq tlf tmb tb tto urg vde x xq",
        "it": "appt appross ca cmq c/o max min nn pz ps qc qcs risp sgn tel x xché xke xò amb urg",
        "pt": "aprox ã c/ cx hosp máx mín msm n nº p/ pac pq q qd qto s/ tb tbm td tel tlm urg vc vcs",
        "ro": "aprox dvs max min nr pt spit str tel tlf trat urg",
    ]
}
