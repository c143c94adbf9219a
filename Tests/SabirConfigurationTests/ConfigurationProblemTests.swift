import Testing

@testable import SabirConfiguration

@Suite("Problems of a configuration")
struct ConfigurationProblemTests {
    @Test("are all told at once, in the order of their lines")
    func allAtOnce() {
        let text = """
            [node]
            prot = 47275
            port = 70000
            bind = ["127.0.0.1", "localhost"]
            log_level = "inof"

            [[room]]
            topic = "no name"
            max_members = "many"

            [limit]
            frame = 100
            """
        #expect(
            problems(in: text) == [
                #"sabir.toml:2: [node] prot: there is no such key; did you mean "port"?"#,
                "sabir.toml:3: [node] port: 70000 cannot stand here; allowed: a whole number from 0 to 65,535",
                #"sabir.toml:4: [node] bind: "localhost" (a text) cannot stand here; allowed: an IPv4 or IPv6 address, "#
                    + #"such as "127.0.0.1", "::" or "fe80::1%eth0""#,
                #"sabir.toml:5: [node] log_level: "inof" (a text) cannot stand here; allowed: one of "trace", "debug", "#
                    + #""info", "notice", "warning", "error", "critical"; did you mean "info"?"#,
                #"sabir.toml:9: [[room]] max_members: "many" (a text) cannot stand here; allowed: a whole number "#
                    + "from 1 to 10,000",
                #"sabir.toml:11: [limit]: there is no such table; did you mean "limits"?"#,
            ]
        )
    }

    @Test(
        "name what is allowed for every kind of value",
        arguments: [
            ("[node]\nname = \"\"", "1 to 63 bytes"),
            ("[node]\nname = \"\u{200B}\"", "1 to 63 bytes"),
            ("[node]\nname = 2020-01-01", "a date or time cannot stand here"),
            ("[node]\nbind = []", "from 1 to 16"),
            ("[node]\nbind = [\"::1\", \"::1\"]", "twice"),
            ("[node]\n\"\u{E9}\" = 1\n\"e\u{301}\" = 2", "there is no such key"),
            ("[node]\nport = 1.5", "1.5 cannot stand here"),
            ("[node]\nport = -1", "-1 cannot stand here"),
            ("[node]\nplaintext = \"yes\"", "true or false"),
            ("[node]\nstate_directory = \"var\"", "an absolute path"),
            ("[[room]]\nname = \"\(String(repeating: "a", count: 64))\"", "1 to 63 bytes"),
            ("[[room]]\nname = \"A\"\ntopic = \"\(String(repeating: "é", count: 201))\"", "at most 200"),
            ("[[room]]\nname = \"A\"\nid = \"1\"", "a UUID"),
            ("[[room]]\nname = \"A\"\nkeep_messages = 10001", "from 0 to 10,000"),
            ("[[room]]\nname = \"A\"\nhistory = \"disk\"\nkeep_messages = 100000001", "from 0 to 100,000,000"),
            ("[[room]]\nname = \"A\"\nhistory = \"disc\"", "did you mean \"disk\"?"),
            ("[[room]]\nname = \"A\"\nkeep_for = \"30s\"", "from \"1m\" to \"36500d\""),
            ("[[room]]\nname = \"A\"\nkeep_for = \"for ever\"", "did you mean \"forever\"?"),
            ("[[room]]\nname = \"A\"\nnewcomers_see = \"some\"", "\"nothing\", \"all\", or a whole number"),
            ("[[room]]\nname = \"A\"\nnewcomers_see = -1", "from 1 to 1,000,000"),
            ("[[room]]\nname = \"A\"\nstaff_see = \"conversations\"", "did you mean \"conversation\"?"),
            ("[[room]]\nname = \"A\"\ntake_back = \"2d\"", "with the unit ms, s, m, h or d, or \"off\""),
            ("[history]\nfsync = \"never\"", "\"normal\", \"always\""),
            ("[history]\nfile = \"history.sqlite\"", "an absolute path"),
            ("[[room]]\nname = \"A\"\ncontact = 12", "a text of at most 200 characters"),
            ("[discovery]\ninterfaces = \"eth0\"", "a list, each of it the name of a network interface"),
            ("[discovery]\ninterfaces = [\"an-interface-too-long\"]", "ip link"),
            ("[limits]\nqueue_bytes = \"4 MB\"", "such as \"64 KiB\""),
            ("[translation]\nsecond_looks_per_minute = true", "true cannot stand here"),
            ("translation = 3", "allowed: a table, [translation]"),
            ("[[node]]\nport = 1", "write [node], with one pair of brackets"),
            ("[room]\nname = \"A\"", "write [[room]], with two brackets"),
            ("room = [1]", "allowed: tables, [[room]]"),
            ("port = 1", "there is no such key here; it belongs under [node]"),
            ("[node]\ntopic = \"x\"", "it belongs under [[room]]"),
            ("[node]\nqqqqqq = 1", "allowed: name, bind, port"),
        ]
    )
    func everyKind(text: String, fragment: String) {
        let found = problems(in: text)
        #expect(found.count == 1)
        #expect(found.first?.contains(fragment) == true, "\(found)")
    }

    @Test("find two rooms of one name, whatever the case and form of its letters, and two of one id")
    func doubleRooms() {
        let text = """
            [[room]]
            name = "Café"
            id = "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab"
            [[room]]
            name = " CAFE\\u0301"
            id = "5B1E7A52-90C4-4C3E-9F50-6A2F1DE0C7AB"
            """
        let found = problems(in: text)
        #expect(found.count == 2)
        #expect(
            found.first?.hasPrefix("sabir.toml:5: [[room]] name: a room with this name stands already on line 2")
                == true)
        #expect(
            found.last?.hasPrefix("sabir.toml:6: [[room]] id: a room with this id stands already on line 3") == true)
    }

    @Test("judge an engine by its kind, its address and its times")
    func endpoints() {
        let text = """
            [[translation.endpoint]]
            kind = "libretranlate"
            url = "https://translate.example.org"
            languages = ["es", "español"]
            [[translation.endpoint]]
            kind = "apertium"
            url = "127.0.0.1:2737"
            characters = 5000
            connect_timeout = "10s"
            answer_timeout = "5 seconds"
            """
        let found = problems(in: text)
        #expect(
            found.map { $0.prefix { $0 != " " } } == [2, 3, 4, 7, 8, 10].map { "sabir.toml:\($0):" }
        )
        #expect(found.contains { $0.hasSuffix(#"did you mean "libretranslate"?"#) })
        #expect(found.contains { $0.contains("allow_internet = true") })
        #expect(found.contains { $0.contains("a language tag") })
        #expect(found.contains { $0.contains("http:// or https://") })
        #expect(found.contains { $0.contains("100 to 4,900") })
        #expect(found.contains { $0.contains(#"from "100ms" to "5m""#) })
    }

    @Test("say of what is missing which there are")
    func missing() {
        #expect(
            problems(in: "[[translation.endpoint]]\nurl = \"http://127.0.0.1:5000\"").first
                == #"sabir.toml:1: [[translation.endpoint]]: "kind" is missing and has no default; allowed: one of "#
                + #""apertium", "libretranslate", "deepl", "google", "azure", "openai", "mymemory", "custom""#)
        #expect(problems(in: "[[relay]]\nas = \"x\"").first?.contains("allowed: a room's invite (sabir://…)") == true)
    }

    @Test("name the language that was meant, where a text is no tag at all")
    func noTags() {
        #expect(problems(in: "[web]\nlanguages = [\"español\"]").first?.hasSuffix("did you mean \"es\"?") == true)
    }

    @Test("compare two values only where both are right")
    func comparisons() {
        let endpoint = "[[translation.endpoint]]\nkind = \"apertium\"\nurl = \"http://[::1]:2737\"\n"
        #expect(
            problems(in: endpoint + "answer_timeout = \"400ms\"").first?.contains("shorter than connect_timeout")
                == true)
        #expect(problems(in: endpoint + "answer_timeout = \"400ms\"\nconnect_timeout = 1").count == 1)
    }

    @Test("of TOML's grammar have a line, a column and a sentence")
    func grammar() {
        #expect(
            problems(in: "[node]\nport = 1\nport = 2").first
                == "sabir.toml:3:8: this is not TOML, in a key-value pair: cannot redefine existing integer 'port'"
        )
        #expect(
            problems(in: "[node]\nname = reception").first
                == "sabir.toml:2:8: [node] name: a bare word cannot stand here; allowed: a name of 1 to 63 bytes, between "
                + "double quotes"
        )
        #expect(
            problems(in: "[discovery]\nmdns = yes # or no").first
                == "sabir.toml:2:8: [discovery] mdns: yes cannot stand here; allowed: true or false"
        )
        #expect(
            problems(in: "node.port =").first?.hasSuffix(
                "[node] port: nothing stands behind its \"=\"; allowed: a whole number from 0 to 65,535") == true)
        #expect(!problems(in: "[web]\nstaff_pin = geheim").joined().contains("geheim"), "it may be a secret")
        #expect(
            problems(in: "[node").first
                == "sabir.toml:1:6: this is not TOML, in a table header: the file ends in the middle of it"
        )
    }

    @Test("of grammar hide none of the others")
    func grammarAndOthers() {
        let text =
            "[node]\nport = yes\nnome = \"x\"\n[[room]]\nname = Ward\n[web\nprot = 1\n[irc]\nport = 70000\n"
            + "bind = [oops"
        let told = problems(in: text)
        #expect(told.map { $0.split(separator: ":").dropFirst().first } == ["2", "3", "5", "6", "9", "10"], "\(told)")
        // Of what was not read nothing is said to be missing.
        #expect(!told.joined().contains("is missing"))
    }

    @Test("of a list that does not end are told with what stands in the tables behind it")
    func openList() {
        let told = problems(
            in: "[phrasebook]\nfiles = [\"a.tmx\"\nmore = 1\n[limits]\nnothing = 1\n[discovery]\nmdns = yes")
        #expect(told.count == 3 && told.last?.hasPrefix("sabir.toml:7:") == true, "\(told)")
        #expect(told.first?.hasSuffix("; what follows, up to the next table, was not checked") == true)
    }

    @Test("of a file that is nothing but mistakes end somewhere")
    func nothingElse() {
        let told = problems(in: String(repeating: "what is this\n", count: 1_000))
        #expect(told.count == TOMLDocument.mostMistakes + 1)
    }

    @Test("quote nothing that could move a terminal's cursor")
    func controlCharacters() {
        let found = problems(in: "[node]\n\"po\\u001B[2Jrt\" = 1\nlog_level = \"\\u001B]0;x\\u0007\"").joined()
        #expect(found.contains("\\u{1b}"))
        #expect(!found.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
}
