import SabirClient
import SabirProtocol
import Testing

@testable import sabir

/// What the host vouches for, and what people are told of relays: nothing.
@Suite struct MemberRolesTests {
    private let anna = member("m1", "Anna")
    private var relay = member("m2", "Floor 2", "und")
    private var roles = MemberRoles()

    init() {
        relay.role = .relay
        roles.follow(.welcome(welcome([anna, relay])))
    }

    @Test func `relays known here are taken from each count`() {
        let presence = Presence(n: 3, langs: ["es": 2, "und": 1])
        guard case .packet(.presence(let told)) = roles.people(in: .packet(.presence(presence))) else {
            Issue.record("It is told.")
            return
        }
        #expect(told.n == 2)
        #expect(roles.people(in: .packet(.joined(anna, n: 2))) == .packet(.joined(anna, n: 1)))
        let members = roles.people(in: .packet(.members([anna, relay], more: false)))
        #expect(members == .packet(.members([anna], more: false)))
        guard case .welcome(let greeted) = roles.people(in: .welcome(welcome([anna, relay]))) else {
            Issue.record("It is told.")
            return
        }
        #expect(greeted.n == 1)
    }

    @Test mutating func `of a relay alone nothing is told, and one that is gone is taken from no count`() {
        #expect(roles.people(in: .packet(.joined(relay, n: 2))) == nil)
        roles.follow(.packet(.left(relay, n: 1)))
        #expect(roles.people(in: .packet(.left(relay, n: 1))) == nil)
        #expect(roles.people(in: .packet(.left(anna, n: 1))) == .packet(.left(anna, n: 1)))
    }
}
