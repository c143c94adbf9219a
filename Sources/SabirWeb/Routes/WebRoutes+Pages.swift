import Hummingbird

/// Serves the page's files.
extension WebRoutes {
    var pageRoutes: [Route] {
        [
            .get("/", shown("index.html")), .get("/r/:room", page("index.html")),
            .get("/two/:room", shown("two.html")), .get("/kiosk/:room", shown("kiosk.html")),
            .get("/poster/:room", page("poster.html")), .get("/staff", page("staff.html")), .get("/assets/**", asset),
        ]
    }

    /// Serves a page; while the place is not set up, its setup page instead.
    private func shown(_ name: String) -> Handler {
        let page = page(name)
        return { [parts] request, context in
            if parts.setup?.isAwaited == true { return .redirect(to: "/setup", type: .temporary) }
            return try await page(request, context)
        }
    }

    /// Serves a page; the first page sets the cookie that identifies the device. With `?modules`, sources are served
    /// unbundled for developers.
    func page(_ name: String) -> Handler {
        { [parts] request, context in
            guard let file = parts.staticFiles.page(name, asWritten: request.uri.query == "modules") else {
                throw WebRefusal.notFound("There is no such page.")
            }
            var response = file.response(to: request)
            await parts.portal?.markOpened(by: context.address)
            if context.devices[.a] == nil { response.give(DeviceCookie(), to: .a, context) }
            return response
        }
    }

    @Sendable private func asset(_ request: Request, _ context: WebContext) async throws -> Response {
        let path = request.uri.path.dropFirst("/assets/".count)
        guard let name = PathText.decoded(path), let asset = parts.staticFiles.asset(name) else {
            throw WebRefusal.notFound("There is no such file.")
        }
        return asset.file.response(to: request, isLasting: asset.isLasting)
    }
}

extension Response {
    /// Sets the cookie that identifies a device, or its second side; nil removes the cookie.
    mutating func give(_ device: DeviceCookie?, to face: TabletSide, _ context: WebContext) {
        setCookie(context.origin.cookies.device(face), to: device?.value, for: DeviceCookie.maximumAge, context)
    }

    /// Sets the cookie for a device's return to this room, on either side; nil removes the cookie.
    mutating func give(_ seat: SeatCookie?, to face: TabletSide, in room: String, _ context: WebContext) {
        setCookie(context.origin.cookies.seat(face, room), to: seat?.value, for: SeatCookie.maximumAge, context)
    }

    /// Sets a cookie for this many seconds; nil removes it.
    mutating func setCookie(_ name: String, to value: String?, for seconds: Int, _ context: WebContext) {
        headers[values: .setCookie].append(
            CookieHeader.setting(
                name, to: value ?? "", maximumAge: value == nil ? 0 : seconds, isSecure: context.isSecure))
    }
}
