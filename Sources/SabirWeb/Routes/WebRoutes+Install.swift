import Hummingbird

/// Manifest and service worker, with which a phone installs the page and opens it without a network.
extension WebRoutes {
    var installRoutes: [Route] { [.get("/manifest.webmanifest", manifest), .get("/worker.js", worker)] }

    /// Browsers install pages only over HTTPS that they trust, which the node's own certificate is not.
    private func mayInstall(_ context: WebContext) -> Bool {
        parts.settings.isInstallable && context.isSecure && entrance != .own
    }

    /// Answers "no content" if the page cannot be installed: an error would show in every phone's console.
    @Sendable private func manifest(_ request: Request, _ context: WebContext) async throws -> Response {
        guard mayInstall(context) else { return Response(status: .noContent) }
        let language = parts.settings.houseLanguages.first?.description ?? "en"
        var response = Response(json: ManifestJSON(name: parts.services.name, lang: language))
        response.headers[.contentType] = "application/manifest+json"
        return response
    }

    /// The service worker. Phones check this address for a new one; where installing is no longer allowed, they get a
    /// worker that removes itself.
    @Sendable private func worker(_ request: Request, _ context: WebContext) async throws -> Response {
        guard context.isSecure, entrance != .own else {
            throw WebRefusal.notFound("The page cannot be installed here: that needs HTTPS that phones trust.")
        }
        let (kept, gone) = parts.staticFiles.worker
        return (mayInstall(context) ? kept : gone).response(to: request)
    }
}

/// W3C Web Application Manifest.
private struct ManifestJSON: Encodable, Sendable {
    struct Icon: Encodable, Sendable {
        let src: String
        let sizes: String
        var type = "image/png"
        var purpose = "any"
    }

    let name: String
    let lang: String
    var id = "/"
    var startURL = "/"
    var scope = "/"
    var display = "standalone"
    /// The house's name may be in any script, so browsers choose its direction.
    var dir = "auto"
    var background = "#eef3f4"
    var theme = "#eef3f4"
    var icons = [
        Icon(src: "/assets/icons/app-192.png", sizes: "192x192"),
        Icon(src: "/assets/icons/app-512.png", sizes: "512x512"),
        Icon(src: "/assets/icons/app-maskable-512.png", sizes: "512x512", purpose: "maskable"),
    ]

    private enum CodingKeys: String, CodingKey {
        case name, lang, id, scope, display, dir, icons
        case startURL = "start_url"
        case background = "background_color"
        case theme = "theme_color"
    }
}
