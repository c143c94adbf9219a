import Hummingbird

extension Request {
    /// A query parameter, decoded as in forms (URL Standard, §5.1). Refused if it is given twice or is not UTF-8.
    func query(_ name: String) throws(WebRefusal) -> String? {
        var found: String?
        for pair in (uri.query ?? "").split(separator: "&").prefix(50) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0] == name else { continue }
            guard found == nil else { throw .badRequest("The parameter \"\(name)\" is given more than once.") }
            guard let value = PathText.decoded((parts.count > 1 ? parts[1] : "").replacing("+", with: " ")) else {
                throw .badRequest("The parameter \"\(name)\" is not UTF-8, percent-encoded.")
            }
            found = value
        }
        return found
    }

    /// A query parameter that is a whole number.
    func number(_ name: String, in range: ClosedRange<Int>) throws(WebRefusal) -> Int? {
        guard let text = try query(name) else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text),
            range.contains(number)
        else {
            let bound = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw .badRequest("\"\(name)\" is a whole number, \(range.lowerBound) \(bound).")
        }
        return number
    }
    /// A query parameter that is `true` or `false`; false if it is missing.
    func flag(_ name: String) throws(WebRefusal) -> Bool {
        switch try query(name) {
        case nil, "false": false
        case "true": true
        default: throw .badRequest("\"\(name)\" is \"true\" or \"false\".")
        }
    }
}
