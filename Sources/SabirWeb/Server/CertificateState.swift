/// How urgently the page's certificate has to be renewed.
package enum CertificateState: Hashable, Sendable, CaseIterable {
    case fine
    /// Three weeks or less are left.
    case ends
    /// A week or less is left.
    case endsSoon
    case ended

    /// - Parameters:
    ///   - expires: The certificate's end in seconds since 1970.
    ///   - now: The time in seconds since 1970.
    package init(expires: Int, now: Int) {
        switch expires - now {
        case ...0: self = .ended
        case ...(7 * 86_400): self = .endsSoon
        case ...(21 * 86_400): self = .ends
        default: self = .fine
        }
    }

    /// The notice for staff; nil if nothing has to be done.
    package var notice: WebStaffNotice? {
        let (code, text): (String, String)
        switch self {
        case .fine: return nil
        case .ends:
            code = "certificate-ends"
            text = "The page's certificate runs out in three weeks or less; afterwards phones warn of this page."
        case .endsSoon:
            code = "certificate-ends-soon"
            text = "The page's certificate runs out in a week or less; afterwards phones warn of this page."
        case .ended:
            code = "certificate-ended"
            text = "The page's certificate has run out: phones warn of this page, and many do not open it."
        }
        return WebStaffNotice(code: code, text: text + " See: sabir certificate show")
    }

    /// The code of the notice that a new certificate cannot be used.
    package static let refused = "certificate-refused"
    /// The codes of all notices about the time left.
    package static var codes: [String] { allCases.compactMap { $0.notice?.code } }
}
