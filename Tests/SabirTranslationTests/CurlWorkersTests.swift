import Testing

@testable import SabirTranslation

@Suite(.timeLimit(.minutes(5))) struct CurlWorkersTests {
    private func request(_ url: String, total: Duration = .seconds(20)) -> HTTPRequest {
        HTTPRequest(url: url, connectTimeout: .seconds(1), totalTimeout: total)
    }

    @Test func aResponseComesBackWithItsStatusAndItsWish() async throws {
        let server = try FaultServer { _ in .status(503, "later", headers: "Retry-After: 7\r\n") }
        let workers = CurlWorkers(count: 1)
        let result = await workers.send(request(server.url))
        #expect(result == .success(HTTPResponse(status: 503, body: Array("later".utf8), retryAfter: .seconds(7))))
        await workers.close()
        server.stop()
    }

    @Test func methodAndHeadersAreSentAndNoHeaderBringsAnother() async throws {
        let server = try FaultServer { $0.method == "HEAD" ? .status(204, "") : .json("{}") }
        let workers = CurlWorkers(count: 1)
        var head = request(server.url + "/?q=1")
        head.method = "HEAD"
        #expect(try await workers.send(head).get().status == 204)
        var put = HTTPRequest(
            url: server.url, body: Array("a".utf8), contentType: "text/plain", connectTimeout: .seconds(1),
            totalTimeout: .seconds(20))
        put.method = "PUT"
        put.headers = [HTTPHeader("X-A", "1: 2"), HTTPHeader("X-B", "1\r\nX-C: 2"), HTTPHeader("X-D\n", "1")]
        #expect(try await workers.send(put).get().status == 200)
        #expect(try await workers.send(request(server.url)).get().status == 200)
        #expect(server.requests.map(\.method) == ["HEAD", "PUT", "GET"])
        #expect(server.requests.map(\.body) == ["", "a", ""])
        #expect(server.requests[1].headers.filter { $0.key.hasPrefix("x-") } == ["x-a": "1: 2"])
        #expect(server.requests[2].headers["x-a"] == nil)
        await workers.close()
        server.stop()
    }

    @Test func aRedirectIsNotFollowed() async throws {
        let target = try FaultServer(wellBehaved)
        let server = try FaultServer { _ in .status(302, "", headers: "Location: \(target.url)/translate\r\n") }
        let workers = CurlWorkers(count: 1)
        let result = await workers.send(request(server.url))
        #expect(try result.get().status == 302)
        #expect(target.readersRequests.isEmpty)
        await workers.close()
        target.stop()
        server.stop()
    }

    @Test func aBodyBeyondTheBoundEndsTheExchange() async throws {
        let server = try FaultServer { _ in .huge }
        let workers = CurlWorkers(count: 1)
        #expect(await workers.send(request(server.url)) == .failure(.badAnswer("it is longer than 1 MiB")))
        await workers.close()
        server.stop()
    }

    @Test func whoGivesUpIsReleasedThoughTheServerIsSilent() async throws {
        let server = try FaultServer { _ in .hang }
        let workers = CurlWorkers(count: 1)
        let waiting = Task { await workers.send(request(server.url)) }
        _ = await server.requestStream.first { _ in true }
        waiting.cancel()
        #expect(await waiting.value == .failure(.cancelled))
        await workers.close()
        server.stop()
    }

    @Test func moreThanMayWaitAreRefusedAndTheEndReleasesTheRest() async throws {
        let server = try FaultServer { _ in .hang }
        let workers = CurlWorkers(count: 1, queueLimit: 0)
        #expect(await workers.send(request(server.url)) == .failure(.busy))
        let one = CurlWorkers(count: 1, queueLimit: 1)
        let waiting = Task { await one.send(request(server.url)) }
        _ = await server.requestStream.first { _ in true }
        await one.close()
        await one.close()
        #expect(await waiting.value == .failure(.stopped))
        #expect(await one.send(request(server.url)) == .failure(.stopped))
        await workers.close()
        server.stop()
    }

    @Test func anAddressOutsideIsNotConnectedToUnlessAllowed() async {
        let workers = CurlWorkers(count: 1)
        let outside = Result<HTTPResponse, EngineFailure>.failure(
            .unreachable("its name leads outside the local network"))
        // A documentation address (RFC 5737): no packet may be tried towards it.
        #expect(await workers.send(request("http://192.0.2.1")) == outside)
        #expect(await workers.send(request("http://[2001:db8::1]")) == outside)
        await workers.close()
    }

    @Test func otherProtocolsAreRefused() async {
        let workers = CurlWorkers(count: 1)
        for url in ["file:///etc/hostname", "ftp://127.0.0.1/", "nonsense"] {
            guard case .failure(.unreachable) = await workers.send(request(url)) else {
                Issue.record("\(url) was not refused")
                continue
            }
        }
        await workers.close()
    }
}
