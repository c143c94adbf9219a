import Foundation
import Glibc
import Logging
import Testing

@testable import sabir

/// The journal's entries, with a datagram socket of the test's own in the journal's place.
@Suite struct JournalLogTests {
    /// Takes no more than the kernel keeps for it until it is read.
    private final class Journal: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "j-\(UInt32.random(in: .min ... .max))").path
        private let descriptor: Int32

        init() throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        /// The next entry; nil where none is there now.
        func next() -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            return count < 0 ? nil : Array(bytes.prefix(count))
        }

        func text() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }
    }

    private func record(_ message: String) -> JournalRecord { JournalRecord(["MESSAGE": message]) }

    @Test func aValueOfOneLineStandsBehindItsNameAndOneOfSeveralBehindItsLength() {
        let record = JournalRecord(["MESSAGE": "a=b", "SABIR_MEMBER": nil, "SABIR_ROOM": "é\nf\n"])
        let length: [UInt8] = [5, 0, 0, 0, 0, 0, 0, 0]
        #expect(record.bytes == Array("MESSAGE=a=b\nSABIR_ROOM\n".utf8) + length + Array("é\nf\n\n".utf8))
    }

    @Test func roomMemberAndEngineAreFields() throws {
        let journal = try Journal()
        var logger = Logger(label: "test") { _ in JournalLogHandler(JournalSocket(path: journal.path)) }
        logger[metadataKey: "room"] = "Reception"
        logger.warning("member dropped", metadata: ["member": "7", "code": "too-slow"])
        #expect(
            journal.text() == """
                MESSAGE=member dropped code=too-slow member=7 room=Reception
                PRIORITY=4
                SYSLOG_IDENTIFIER=sabir
                SABIR_ROOM=Reception
                SABIR_MEMBER=7

                """)
        logger[metadataKey: "room"] = nil
        logger.notice("translation engine apertium answers", metadata: ["engine": "apertium"])
        #expect(
            journal.text() == """
                MESSAGE=translation engine apertium answers
                PRIORITY=5
                SYSLOG_IDENTIFIER=sabir
                SABIR_ENGINE=apertium

                """)
        #expect(journal.text() == nil)
    }

    @Test func aNameWithALineBreakMakesNoFieldOfItsOwn() throws {
        let journal = try Journal()
        let logger = Logger(label: "test") { _ in JournalLogHandler(JournalSocket(path: journal.path)) }
        logger.info("x", metadata: ["room": "a\n_PID=1"])
        let entry = try #require(journal.next())
        let field = Array("SABIR_ROOM\n".utf8) + [8, 0, 0, 0, 0, 0, 0, 0] + Array("a\n_PID=1\n".utf8)
        #expect(Array(entry.suffix(field.count)) == field)
    }

    @Test func aJournalThatIsBehindHoldsNobodyUpAndHearsHowMuchItMissed() throws {
        let journal = try Journal()
        let socket = try #require(JournalSocket(path: journal.path))
        var taken = 0
        // The kernel keeps some hundreds of datagrams at most (net.unix.max_dgram_qlen, and the sender's buffer).
        while taken < 100_000, socket.send(record("\(taken)")) == .taken { taken += 1 }
        try #require(taken < 100_000)
        #expect(socket.send(record("lost")) == .leftOut)
        for number in 0..<taken { #expect(journal.text() == "MESSAGE=\(number)\n") }
        #expect(journal.text() == nil)
        #expect(socket.send(record("again")) == .taken)
        #expect(
            journal.text()?.hasPrefix("MESSAGE=the journal was behind: 2 lines of this log were left out\n") == true)
        #expect(journal.text() == "MESSAGE=again\n")
        #expect(socket.send(record("once")) == .taken)
        #expect(journal.text() == "MESSAGE=once\n", "It is said once.")
    }

    @Test func whatIsTooLargeAndWhatNobodyTakesGoesTheOtherWay() throws {
        let journal = try Journal()
        let socket = try #require(JournalSocket(path: journal.path))
        #expect(socket.send(record(String(repeating: "x", count: 64 << 20))) == .impossible)
        #expect(socket.send(record("small")) == .taken)
        unlink(journal.path)
        #expect(socket.send(record("gone")) == .impossible)
        #expect(JournalSocket(path: journal.path) == nil)
        #expect(JournalSocket(path: "/etc/passwd") == nil, "That is no socket.")
    }

    @Test func withoutASocketEachLineSaysHowImportantItIs() {
        #expect(JournalLogHandler.lines("a\nb", .error) == "<3>a\n<3>b\n")
        #expect(JournalLogHandler.text("m", ["room": "R", "engine": "e", "code": "c"]) == "m code=c room=R")
    }
}
