import SabirCluster
import Testing

@testable import SabirConfiguration

@Suite("The cluster's login")
struct ClusterConfigurationTests {
    private func table(_ lines: String...) -> String {
        "[cluster]\nnats = [\"nats://10.0.0.5:4222\"]\n" + lines.joined(separator: "\n")
    }

    @Test("is a credentials file, a user with a password, or a token, each out of a file")
    func ways() throws {
        try withFile("s3cret\n") { file in
            let logins = try [
                table("tls = true", "user = \"sabir\"", "password_file = \"\(file)\""),
                table("tls = true", "token_file = \"\(file)\""),
                table("credentials_file = \"~/cluster.creds\""), table(),
            ].map { try configuration($0).cluster.settings.login }
            let expected: [ClusterLogin] = [
                .password(user: "sabir", "s3cret"), .token("s3cret"), .credentials(file: "/home/anna/cluster.creds"),
                .none,
            ]
            #expect(logins == expected)
        }
    }

    @Test("is one alone, and whole")
    func oneWay() throws {
        try withFile("s3cret\n") { file in
            let both = problems(
                in: table("tls = true", "credentials_file = \"/c\"", "token_file = \"\(file)\""))
            #expect(both.first?.contains("credentials_file and token_file stand together") == true)
            let half = problems(in: table("tls = true", "password_file = \"\(file)\""))
            #expect(half.first?.hasSuffix("user and password_file belong together") == true)
        }
        let missing = problems(in: table("tls = true", "token_file = \"/nonexistent/token\""))
        #expect(missing.first?.contains("cannot be read") == true)
    }

    @Test("never goes in the clear, and one encrypted address is enough for all")
    func secrecy() throws {
        try withFile("s3cret\n") { file in
            let clear = problems(in: table("token_file = \"\(file)\""))
            #expect(clear.count == 1 && clear[0].contains("in the clear"))
            #expect(problems(in: table("ca = \"/ca.pem\"")).first?.contains("tls = true") == true)
            let mixed = table("token_file = \"\(file)\"")
                .replacing("0.5:4222\"]", with: "0.5:4222\", \"tls://10.0.0.6:4222\"]")
            let usesTLS = try configuration(mixed).cluster.settings.usesTLS
            #expect(usesTLS)
        }
    }

    @Test("is not shown when a configuration is printed")
    func printing() throws {
        try withFile("s3cret\n") { file in
            let found = try configuration(table("tls = true", "token_file = \"\(file)\""))
            var dumped = ""
            dump(found, to: &dumped)
            #expect(!dumped.contains("s3cret") && !"\(found)".contains("s3cret"))
        }
    }
}

@Suite("A room with log = \"nats\"")
struct ClusterRoomConfigurationTests {
    @Test("is read along by nobody at a page")
    func sight() {
        let found = problems(
            in: """
                [[room]]
                name = "Reception"
                id = "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab"
                log = "nats"
                staff_see = "conversation"
                [cluster]
                nats = ["nats://10.0.0.5:4222"]
                """)
        #expect(found.contains { $0.contains("leave \"staff_see\" out") && $0.contains(":5:") })
    }
}
