import Testing

@testable import SabirSecurity

@Suite struct InviteTests {
    @Test func isReadAndWritten() throws {
        let vectors = try Vectors.read()
        for valid in vectors.invites.valid {
            let invite = try Invite(valid.text)
            #expect((invite.host, invite.port, invite.room) == (valid.host, valid.port, valid.room))
            #expect(invite.fingerprint.description == vectors.certificates[0].fingerprint)
            #expect(invite.description == valid.text)
        }
    }

    @Test func oneThatIsNotWholeIsRefused() throws {
        for text in try Vectors.read().invites.invalid {
            #expect(throws: SecurityError.self, "\(text)") { _ = try Invite(text) }
        }
    }

    /// Whatever is made into an invite reads back as the same, and nothing else crashes or slips through.
    @Test func anyChangeOfOneCharacterIsRefusedOrAnotherInvite() throws {
        let text = try Vectors.read().invites.valid[3].text
        let invite = try Invite(text)
        for index in text.indices {
            for character in "a0:/#[]%@ \u{0}é" where character != text[index] {
                var changed = text
                changed.replaceSubrange(index...index, with: String(character))
                guard let other = try? Invite(changed) else { continue }
                // Scheme and room are read without regard to case.
                #expect(other != invite || changed.lowercased() == text.lowercased(), "\(changed)")
                #expect(try Invite(other.description) == other)
            }
        }
    }

    @Test func isMadeOnlyOfWhatCanBeRead() {
        let room = "8f14e45f-ceea-467f-9575-11b1a2b2c3d4"
        for host in ["", "a b", "a/b", "fd00::5%", "10.0.0.5%eth0", "x#y", String(repeating: "a", count: 254)] {
            #expect(Invite(host: host, port: 1, room: room, fingerprint: fingerprint(1)) == nil, "\(host)")
        }
        #expect(Invite(host: "a", port: 0, room: room, fingerprint: fingerprint(1)) == nil)
        #expect(Invite(host: "a", port: 1, room: "Reception", fingerprint: fingerprint(1)) == nil)
    }
}
