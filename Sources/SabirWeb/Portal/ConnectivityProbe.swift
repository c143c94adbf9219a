import HTTPTypes

/// The requests by which systems check whether a network leads to the internet, with the internet's answers. Each
/// system has its own addresses, over plain HTTP.
enum ConnectivityProbe {
    /// The internet's answer to a request; nil if it is no known probe. `host` and `path` in lower case.
    static func answer(host: String, path: String, userAgent: String) -> PortalAnswer? {
        if path.hasSuffix("/generate_204") || path.hasSuffix("/gen_204") { return nothing }
        if host == "captive.apple.com" || userAgent.contains("captivenetworksupport") { return apple }
        return byPath[path] ?? byHost[host].flatMap { $0.path == path ? $0.answer : nil }
    }

    /// Android (`connectivitycheck.gstatic.com`, `www.google.com`, `play.googleapis.com`, makers' own hosts), ChromeOS,
    /// Chromium: AOSP `NetworkStack/res/values/config.xml` and `NetworkMonitor.java`.
    private static let nothing = PortalAnswer(status: .noContent)

    /// iPhone, iPad and Mac: this exact page, for every path on this host.
    private static let apple = PortalAnswer(
        contentType: "text/html",
        body: "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>")

    private static let online: HTTPFields = [HTTPField.Name("X-NetworkManager-Status")!: "online"]

    private static let networkManager = PortalAnswer(
        contentType: "text/plain; charset=utf-8", headers: online,
        body: "NetworkManager is online\n")

    private static func text(_ body: String) -> PortalAnswer {
        PortalAnswer(contentType: "text/plain", body: body)
    }

    private static let byPath: [String: PortalAnswer] = [
        // Apple's older hosts: www.apple.com, www.itools.info, www.ibook.info, www.thinkdifferent.us …
        "/hotspot-detect.html": apple,
        "/library/test/success.html": apple,
        // Windows 10 1607 and later: www.msftconnecttest.com; before that: www.msftncsi.com.
        "/connecttest.txt": text("Microsoft Connect Test"),
        "/ncsi.txt": text("Microsoft NCSI"),
        // Firefox: detectportal.firefox.com.
        "/success.txt": text("success\n"),
        "/canonical.html": PortalAnswer(
            contentType: "text/html",
            body: "<meta http-equiv=\"refresh\" content=\"0;url=https://support.mozilla.org/kb/captive-portal\"/>"),
        // GNOME: nmcheck.gnome.org; Arch Linux: ping.archlinux.org.
        "/check_network_status.txt": networkManager,
        "/nm-check.txt": networkManager,
        // Kindle and Echo: spectrum.s3.amazonaws.com. The page must contain this number.
        "/kindle-wifi/wifistub.html": kindle,
        "/kindle-wifi/wifistub-eink.html": kindle,
    ]

    private static let kindle = PortalAnswer(
        contentType: "text/html", body: "81ce4465-7167-4dcb-835b-dcc9e44c112a")

    /// Probes whose path is not specific, by host.
    private static let byHost: [String: (path: String, answer: PortalAnswer)] = [
        "network-test.debian.org": ("/nm", networkManager),
        "connectivity-check.ubuntu.com": (
            "/", PortalAnswer(status: .noContent, headers: online)
        ),
        "fedoraproject.org": ("/static/hotspot.txt", text("OK")),
        "networkcheck.kde.org": ("/", text("OK\n")),
    ]
}
