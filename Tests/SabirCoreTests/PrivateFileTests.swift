import Foundation
import Glibc
import SabirCore
import Testing

final class PrivateFileTests {
    private let folder = NSTemporaryDirectory() + "sabir-file-\(UUID().uuidString)"
    private var file: PrivateFile { PrivateFile(path: folder + "/inner/file") }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder + "/inner") }

    @Test func whatIsWrittenIsReadAndNobodyElsesAndLeavesNothingBeside() throws {
        #expect(try file.read(atMost: 9) == nil)
        for text in ["one", "", "another"] {
            try file.write(Data(text.utf8))
            #expect(try file.read(atMost: 9) == Data(text.utf8))
        }
        #expect(try names() == ["file"])
        #expect(try mode(file.path) == 0o600 && mode(folder + "/inner") == 0o700 && mode(folder) == 0o700)
    }

    @Test func whatIsThereIsNotCreatedAgain() throws {
        #expect(try file.create(Data("one".utf8)) == true)
        #expect(try file.create(Data("two".utf8)) == false)
        #expect(try file.read(atMost: 9) == Data("one".utf8))
    }

    @Test func whatIsNotItsOwnersAloneIsRefused() throws {
        try file.write(Data("one".utf8))
        chmod(file.path, 0o640)
        let open = #expect(throws: PrivateFileError.self) { try file.read(atMost: 9) }
        #expect(open?.reason == .openToOthers && open?.command == "chmod 600 \(file.path)")
        chmod(file.path, 0o600)
        let large = #expect(throws: PrivateFileError.self) { try file.read(atMost: 2) }
        #expect(large?.description == "\(file.path) is larger than 2 bytes; it is not what Sabir wrote. Move it away.")
        let other = #expect(throws: PrivateFileError.self) { try PrivateFile(path: folder).read(atMost: 9) }
        #expect(other?.reason == .notOrdinary && other?.command == nil)
    }

    @Test func whatCannotBeWrittenSaysWhyAndLeavesWhatWasThere() throws {
        FileSystem.makeFolder(file.path)
        let why = #expect(throws: PrivateFileError.self) { try file.write(Data("one".utf8)) }
        #expect(why?.reason == .unwritable(EISDIR))
        #expect(why?.description == "\(file.path) cannot be written: is a directory.")
        #expect(try names() == ["file"])
    }

    @Test func oneWriterFindsItsFileAndSeveralMakeIt() throws {
        FileSystem.makeFolder(folder + "/inner")
        let missing = #expect(throws: PrivateFileError.self) { try file.append(Data("one\n".utf8), by: .one) }
        #expect(missing?.reason == .unwritable(ENOENT))
        try file.append(Data("one\n".utf8), by: .several)
        try file.append(Data("two\n".utf8), by: .one)
        #expect(try file.read(atMost: 99) == Data("one\ntwo\n".utf8) && mode(file.path) == 0o600)
    }

    @Test func whatIsRemovedIsGoneAndMayHaveBeen() throws {
        #expect(try file.remove() == false)
        try file.write(Data())
        #expect(try file.remove() == true && file.read(atMost: 9) == nil)
        #expect(FileSystem.synchronize(folder) == nil && FileSystem.synchronize(file.path) == ENOENT)
    }

    @Test func aDescriptorThatTakesNothingIsToldOf() {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        #expect(FileSystem.write(Data(), to: full) && !FileSystem.write(Data("a".utf8), to: full))
        #expect(errno == ENOSPC)
    }
}
