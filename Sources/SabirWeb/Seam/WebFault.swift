import HTTPTypes

/// Why the node did not do what staff or a reviewer asked for at the page.
package struct WebFault: Error, Sendable, Hashable {
    /// The raw values are the codes that pages are told.
    package enum Reason: String, Sendable {
        case badName = "bad-name"
        case nameTaken = "name-taken"
        case pinWeak = "pin-weak"
        case unknown = "not-found"
        /// The change would leave nobody who can manage staff.
        case lastWayIn = "last-way-in"
        case full = "too-many"
        /// Too many PINs are being checked at the moment.
        case busy
        /// The list of staff cannot be read or written.
        case noStaffList = "staff-list"
        /// The reviewed text has changed since it was sent.
        case textChanged = "text-changed"
        case reviewWrong = "review-wrong"
        /// The file of verdicts cannot be read or written.
        case noReviews = "review-unusable"
    }

    package let reason: Reason
    /// A plain sentence for people.
    package let text: String

    package init(_ reason: Reason, _ text: String) { (self.reason, self.text) = (reason, text) }
}

extension WebRefusal {
    init(_ fault: WebFault) {
        let status: HTTPResponse.Status =
            switch fault.reason {
            case .badName, .pinWeak, .reviewWrong: .badRequest
            case .nameTaken, .lastWayIn, .textChanged: .conflict
            case .unknown: .notFound
            case .full, .busy, .noStaffList: .serviceUnavailable
            case .noReviews: .internalServerError
            }
        self.init(status: status, code: fault.reason.rawValue, text: fault.text)
    }
}
