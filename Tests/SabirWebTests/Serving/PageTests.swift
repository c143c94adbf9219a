import SabirCore
import Testing

@testable import SabirWeb

@Suite(.timeLimit(.minutes(5)))
struct PageTests {
    @Test func everyAnswerHasTheStrictHeaders() async throws {
        try await Page.serving { page in
            let phone = Phone(port: page.port)
            for path in ["/", "/api/house", "/nothing", "/assets/css/app.css"] {
                let headers = try await phone.get(path).headers
                #expect(
                    headers["content-security-policy"]?.contains("script-src 'self'; frame-ancestors 'none'") == true)
                #expect(headers["x-content-type-options"] == "nosniff" && headers["x-frame-options"] == "DENY")
                #expect(headers["referrer-policy"] == "no-referrer" && headers["permissions-policy"] != nil)
                #expect(
                    headers["cache-control"] == (path.hasPrefix("/api") || path == "/nothing" ? "no-store" : "no-cache")
                )
                #expect(headers["cross-origin-opener-policy"] == nil)
            }
        }
    }

    @Test func theFirstPageGivesTheDeviceItsCookie() async throws {
        try await Page.serving { page in
            let phone = Phone(port: page.port)
            let first = try await phone.get("/r/Reception")
            let cookie = try #require(first.headers["set-cookie"])
            #expect(cookie.hasPrefix("sabir=") && cookie.hasSuffix("; HttpOnly; SameSite=Strict"))
            #expect(try await phone.get("/").headers["set-cookie"] == nil)
            #expect(try await Phone(port: page.port).get("/api/house").headers["set-cookie"] == nil)
        }
    }

    @Test func filesComeCompressedAndOnce() async throws {
        try await Page.serving { page in
            let phone = Phone(port: page.port)
            let plain = try await phone.get("/assets/css/app.css")
            #expect(plain.body.count == 4_400 && plain.headers["content-type"] == "text/css; charset=utf-8")
            #expect(plain.headers["content-encoding"] == nil && plain.text == PageFolder.styles)
            let packed = try await phone.get("/assets/css/app.css", ["Accept-Encoding": "gzip, deflate"])
            #expect(packed.headers["content-encoding"] == "gzip" && packed.body.count < 200)
            #expect(packed.headers["vary"] == "Accept-Encoding" && packed.headers["etag"] != plain.headers["etag"])
            let again = try await phone.get("/assets/css/app.css", ["If-None-Match": plain.headers["etag"] ?? ""])
            #expect(again.status == 304 && again.body.isEmpty && again.headers["content-length"] == nil)
            #expect(try await phone.get("/assets/css/app.css", ["If-None-Match": "\"x\""]).status == 200)
        }
    }

    @Test func underTheVersionFilesAreKeptAndScriptsAreOne() async throws {
        try await Page.serving { page in
            let phone = Phone(port: page.port)
            let document = try await phone.get("/r/Reception")
            let entry = try #require(document.text.firstMatch(of: /\/assets\/([0-9a-f]{16})\/main\.js/))
            #expect(document.headers["cache-control"] == "no-cache")
            #expect(try await phone.get("/", ["If-None-Match": document.headers["etag"] ?? ""]).status == 304)
            for path in ["main.js", "late.js", "part.js", "css/app.css"] {
                let whole = try await phone.get("/assets/\(entry.1)/\(path)")
                #expect(whole.headers["cache-control"] == "public, max-age=31536000, immutable")
                let head = try await phone.send("HEAD", "/assets/\(entry.1)/\(path)", [:], "")
                #expect(head.status == 200 && head.body.isEmpty && head.headers["etag"] == whole.headers["etag"])
                #expect(head.headers["cache-control"] == whole.headers["cache-control"])
            }
            let script = try await phone.get(String(entry.0))
            #expect(script.text.contains("function late() {}") && !script.text.contains("import {"))
            #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
            let again = try await phone.get(String(entry.0), ["If-None-Match": script.headers["etag"] ?? ""])
            #expect(again.status == 304 && again.headers["cache-control"] == script.headers["cache-control"])
        }
    }

    /// Who opened the page before an update goes on with what there is; but scripts of two versions never meet.
    @Test func aPageFromBeforeAnUpdateHearsWhatIsGone() async throws {
        try await Page.serving { page in
            let phone = Phone(port: page.port)
            let before = "/assets/0123456789abcdef"
            #expect(try await phone.get(before + "/late.js").status == 404)
            for path in ["/main.js", "/css/app.css"] {
                let answer = try await phone.get(before + path)
                #expect(answer.status == 200 && answer.headers["cache-control"] == "no-cache")
            }
            for path in [
                "", "/", "//main.js", "/../main.js", "/%2e%2e/main.js", "/0123456789abcdef/main.js", "/tool.exe",
            ] {
                #expect(try await phone.get(before + path).status == 404, "\(path)")
            }
        }
    }

    @Test func aFolderThatIsNotThePagesIsRefused() async throws {
        await #expect(throws: WebError.self) {
            try await Page.serving {
                $0.resources = "/nowhere"
            } _: { _ in
            }
        }
    }

    @Test func theHouseListsWhatVisitorsMaySee() async throws {
        try await Page.serving { page in
            let house = try await page.phone().get("/api/house", ["Accept-Language": "fr-CA, uk;q=0.5"]).json()
            #expect((house["rooms"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Reception"])
            #expect(house["suggested"] as? [String] == ["fr", "uk"] && house["name"] as? String == "Test")
            let languages = try #require(house["languages"] as? [[String: String]])
            #expect(languages.contains(["tag": "ar", "name": "العربية", "dir": "rtl", "outlook": "translated"]))
        }
    }

    @Test func underTLSThePageKeepsToItself() async throws {
        let certificate = try Certificate()
        try await Page.serving {
            $0.certificate = certificate.reloadable
        } _: { page in
            let head = try await Tool.output(
                "/usr/bin/curl", ["-sik", "--max-time", "20", "https://127.0.0.1:\(page.port)/"])
            #expect(head.hasPrefix("HTTP/1.1 200") && head.contains("<title>index"))
            #expect(
                head.contains("SameSite=Strict; Secure") && head.contains("Cross-Origin-Opener-Policy: same-origin"))
        }
    }

    @Test func aCodeAndThePortalHaveTheirPlace() async throws {
        try await Page.serving {
            $0.captive = .portal
        } _: { page in
            let phone = Phone(port: page.port)
            let code = try await phone.get("/api/rooms/Reception/qr.svg")
            #expect(code.headers["content-type"] == "image/svg+xml" && code.text.hasPrefix("<svg"))
            let probe = try await Tool.output(
                "/usr/bin/curl",
                [
                    "-si", "--max-time", "20", "-H", "Host: connectivitycheck.gstatic.com",
                    "http://127.0.0.1:\(page.port)/generate_204",
                ])
            #expect(probe.hasPrefix("HTTP/1.1 302") || probe.hasPrefix("HTTP/1.1 204"))
        }
    }
}
