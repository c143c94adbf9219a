import Foundation

/// Bundles the page's style sheets: imported sheets and small pictures are written into them.
struct StyleSheets {
    /// The largest picture in bytes that is written into a sheet; there it takes a third more.
    private static let smallPicture = 4_096

    private let sheets: [String: SourceText]
    private let pictures: [String: Data]

    init(_ sources: [SourceText], pictures: [String: Data]) {
        sheets = Dictionary(uniqueKeysWithValues: sources.map { ($0.path, $0) })
        self.pictures = pictures
    }

    /// The sheets that differ from their source, by path.
    func files() throws(WebError) -> [String: String] {
        var files: [String: String] = [:]
        for (path, sheet) in sheets {
            var seen: Set<String> = []
            let text = try text(of: sheet, at: path, &seen)
            if !text.utf8.elementsEqual(sheet.bytes) { files[path] = text }
        }
        return files
    }

    /// The sheet as a part of the file served at `place`.
    private func text(of sheet: SourceText, at place: String, _ seen: inout Set<String>) throws(WebError) -> String {
        seen.insert(sheet.path)
        let bytes = sheet.bytes
        var text = ""
        var (position, copied) = (0, 0)
        var hasRules = false
        while position < bytes.count {
            if starts("/*", bytes, position) {
                position = try end(of: "*/", sheet, position, "A comment is not closed.")
            } else if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") {
                position = try endOfString(sheet, position)
            } else if starts("@import", bytes, position) {
                guard !hasRules else {
                    throw sheet.fault(at: position, "Sheets are imported at the top, before every rule.")
                }
                let end = try end(of: ";", sheet, position, "The import does not end with a ;.")
                let other = try imported(position..<end, by: sheet)
                guard !seen.contains(other.path) else {
                    throw sheet.fault(at: position, "It imports \(other.path), which is there already.")
                }
                text += sheet.text(copied..<position) + (try self.text(of: other, at: place, &seen))
                (position, copied) = (end, end)
            } else if starts("url(", bytes, position) {
                let end = try end(of: ")", sheet, position, "The address is not closed.")
                text += sheet.text(copied..<position)
                text += "url(\"\(try address(position..<end, in: sheet, at: place))\")"
                (position, copied) = (end, end)
            } else {
                if bytes[position] == UInt8(ascii: "{") { hasRules = true }
                position += 1
            }
        }
        return text + sheet.text(copied..<bytes.count)
    }

    /// Reads `@import "other.css";`, and throws for any other form.
    private func imported(_ range: Range<Int>, by sheet: SourceText) throws(WebError) -> SourceText {
        let parts = sheet.text(range).split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "@import ", parts[2] == ";" else {
            throw sheet.fault(
                at: range.lowerBound, "A sheet is imported by @import \"other.css\"; another form is not known here.")
        }
        guard let path = sheet.sibling(String(parts[1])), let other = sheets[path] else {
            throw sheet.fault(at: range.lowerBound, "It imports \(parts[1]), which is not there.")
        }
        return other
    }

    /// Reads the address in `url(…)`, which has to be a file of the page, so that browsers never ask another server.
    private func address(_ range: Range<Int>, in sheet: SourceText, at place: String) throws(WebError) -> String {
        let name = sheet.text(range).dropFirst("url(".count).dropLast().trimmingCharacters(
            in: .init(charactersIn: "\"' "))
        if name.hasPrefix("data:") || name.hasPrefix("#") { return name }
        guard let path = sheet.sibling(name), let picture = pictures[path] else {
            throw sheet.fault(at: range.lowerBound, "It shows \(name), which is no file of the page.")
        }
        guard picture.count <= Self.smallPicture, let type = MediaTypes.type(of: path) else {
            return SourceText.reference(from: place, to: path)
        }
        return "data:\(type.name);base64,\(picture.base64EncodedString())"
    }

    // MARK: Reading

    private func starts(_ text: StaticString, _ bytes: [UInt8], _ position: Int) -> Bool {
        // Compare the first byte before the rest, as this runs for each byte of a sheet.
        guard bytes[position] == text.utf8Start.pointee else { return false }
        return position + text.utf8CodeUnitCount <= bytes.count
            && text.withUTF8Buffer { text in text.indices.allSatisfy { bytes[position + $0] == text[$0] } }
    }

    /// The position after the next `text`.
    private func end(
        of text: StaticString, _ sheet: SourceText, _ start: Int, _ fault: String
    ) throws(WebError) -> Int {
        var position = start
        while position < sheet.bytes.count, !starts(text, sheet.bytes, position) { position += 1 }
        guard position < sheet.bytes.count else { throw sheet.fault(at: start, fault) }
        return position + text.utf8CodeUnitCount
    }

    private func endOfString(_ sheet: SourceText, _ start: Int) throws(WebError) -> Int {
        var position = start + 1
        while position < sheet.bytes.count, sheet.bytes[position] != sheet.bytes[start] {
            position += sheet.bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < sheet.bytes.count else { throw sheet.fault(at: start, "A string is not closed.") }
        return position + 1
    }
}
