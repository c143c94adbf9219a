import Foundation

/// The plain fields of `multipart/form-data` (RFC 7578), which browsers and `curl -F` send. Files and what is no UTF-8
/// are passed over.
enum MultipartForm {
    /// A question has five fields.
    private static let maximumFields = 100

    static func fields(_ body: [UInt8], contentType: String) -> [(name: String, value: String)] {
        guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty else { return [] }
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // The first delimiter has no line end before it.
        let data = Data("\r\n".utf8) + Data(body)
        var fields: [(name: String, value: String)] = []
        var start = data.range(of: delimiter)?.upperBound
        while let begin = start, fields.count < maximumFields,
            let end = data.range(of: delimiter, in: begin..<data.endIndex)
        {
            if let field = field(data[begin..<end.lowerBound]) { fields.append(field) }
            start = end.upperBound
        }
        return fields
    }

    private static func field(_ part: Data) -> (name: String, value: String)? {
        guard let blank = part.range(of: Data("\r\n\r\n".utf8)),
            let heads = String(validating: part[..<blank.lowerBound], as: UTF8.self),
            let value = String(validating: part[blank.upperBound...], as: UTF8.self),
            let disposition = heads.split(separator: "\r\n").first(where: {
                $0.lowercased().hasPrefix("content-disposition:")
            }),
            let name = parameter("name", of: String(disposition))
        else { return nil }
        return parameter("filename", of: String(disposition)) == nil ? (name, value) : nil
    }

    private static func parameter(_ name: String, of header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard sides.count == 2, sides[0].lowercased() == name else { continue }
            return sides[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        return nil
    }
}
