/// Two certificates that signed themselves and their keys (P-256, openssl(1)), for tests alone.
enum TestCertificates {
    /// When the certificate "one" runs out.
    static let expires = 4948855412

    static let one = """
        -----BEGIN CERTIFICATE-----
        MIIBiTCCAS+gAwIBAgIUDT+0xAwFfxoBtT7gLRnuLTKp7H8wCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwOc2FiaXIgdGVzdCBvbmUwIBcNMjYxMTIxMTAwMzMyWhgPMjEy
        NjEwMjgxMDAzMzJaMBkxFzAVBgNVBAMMDnNhYmlyIHRlc3Qgb25lMFkwEwYHKoZI
        zj0CAQYIKoZIzj0DAQcDQgAEx7rTUDCypXYuBFR1cqyEBxoQaD6eswvj+HxhStLP
        HqoDFnyMMkNPRtSkaoFyATSvRUPlYP83J36l9b1q+1LWwqNTMFEwHQYDVR0OBBYE
        FPsjLqJ90u03ReFo+jNED4zZMdsSMB8GA1UdIwQYMBaAFPsjLqJ90u03ReFo+jNE
        D4zZMdsSMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAOacEb20
        46b5qBPen2sgh7AoHEsDg4PiqnOIB13dv42+AiAi6eRtqOT162JcFHnT6H5TwEJ9
        yRMevL7Y2VcAx39v+A==
        -----END CERTIFICATE-----

        """

    static let oneKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwYEzBiyaIGDzJW5d
        LtktSF5HuC1x7ewGYz4rFJTbpYOhRANCAATHutNQMLKldi4EVHVyrIQHGhBoPp6z
        C+P4fGFK0s8eqgMWfIwyQ09G1KRqgXIBNK9FQ+Vg/zcnfqX1vWr7UtbC
        -----END PRIVATE KEY-----

        """

    static let two = """
        -----BEGIN CERTIFICATE-----
        MIIBijCCAS+gAwIBAgIUJ1eJNnZUQ9ohnH1yf0yGER1OPvcwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwOc2FiaXIgdGVzdCB0d28wIBcNMjYxMTIxMTAwMzMyWhgPMjEy
        NjEwMjgxMDAzMzJaMBkxFzAVBgNVBAMMDnNhYmlyIHRlc3QgdHdvMFkwEwYHKoZI
        zj0CAQYIKoZIzj0DAQcDQgAEbfkU1aDFcXiI4wAdcUP28bnuH+Lj7WNI6thaGJDN
        jSXajCkFg7NY4sQw7behdRTHGX493qmyCJZz0QSjaC0tVqNTMFEwHQYDVR0OBBYE
        FDAXqc8qd6oDXWdpeEnibQgYP2ymMB8GA1UdIwQYMBaAFDAXqc8qd6oDXWdpeEni
        bQgYP2ymMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAJc5Jz8E
        NlFL60C/Mw7nhGlvF/L6SswU02xgNsPfxF49AiEAyed72TmqRtLT8H75NWzENsWE
        RJ1m8rkk51NyYEC6SOA=
        -----END CERTIFICATE-----

        """

    static let twoKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfBQJ81F5HWtKXRfF
        woZeswcWh0ApZJpz7UcX/hHZV6qhRANCAARt+RTVoMVxeIjjAB1xQ/bxue4f4uPt
        Y0jq2FoYkM2NJdqMKQWDs1jixDDtt6F1FMcZfj3eqbIIlnPRBKNoLS1W
        -----END PRIVATE KEY-----

        """

    static func pair(_ name: String) -> (certificate: String, key: String) {
        name == "one" ? (one, oneKey) : (two, twoKey)
    }
}
