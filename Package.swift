// swift-tools-version: 6.2
import PackageDescription

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "sabir",
    products: [.executable(name: "sabir", targets: ["sabir"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/LebJe/TOMLKit.git", exact: "0.6.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CAvahi", providers: [.apt(["libavahi-client-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CHunspell", pkgConfig: "hunspell", providers: [.apt(["libhunspell-dev"])]),
        .target(name: "CLanguageID", linkerSettings: [.linkedLibrary("cld2")]),
        .target(name: "CICUText", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
        .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .systemLibrary(name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        .systemLibrary(name: "CMalloc"),

        .target(name: "SabirCore", dependencies: [.product(name: "NIOCore", package: "swift-nio"), logging]),
        .target(name: "SabirProtocol", dependencies: ["SabirCore", .product(name: "NIOCore", package: "swift-nio")]),
        .target(
            name: "SabirRoom",
            dependencies: [
                "SabirCore", "SabirProtocol", .product(name: "DequeModule", package: "swift-collections"), logging,
            ] + nio),
        .target(name: "SabirClient", dependencies: ["SabirCore", "SabirProtocol", logging] + nio),
        .target(
            name: "SabirSecurity",
            dependencies: [
                "SabirClient", "SabirCore", "SabirProtocol", "SabirRoom", logging,
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ] + nio
        ),
        .target(name: "SabirDiscovery", dependencies: ["CAvahi", "SabirCore", "SabirProtocol", logging]),
        .target(
            name: "SabirTranslation",
            dependencies: ["CCurl", "CHunspell", "CICUText", "CLanguageID", "SabirCore", "SabirProtocol", logging]),
        // A room as page, screens, desks and IRC follow it, and what a node measures.
        .target(name: "SabirFeed", dependencies: ["SabirProtocol", "SabirRoom", "SabirTranslation"]),
        .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "SabirWeb",
            dependencies: [
                "CQRCode", "CZlib", "SabirCore", "SabirFeed", "SabirProtocol", "SabirRoom", "SabirTranslation",
                logging,
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio
        ),
        .target(
            name: "SabirIRC",
            dependencies: ["SabirCore", "SabirFeed", "SabirProtocol", "SabirRoom", "SabirTranslation", logging] + nio),
        .target(
            name: "SabirHistory",
            dependencies: [
                "SabirCore", "SabirProtocol", "SabirRoom", logging, .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(
            name: "SabirCluster",
            dependencies: [
                "CNATS", "SabirCore", "SabirProtocol", "SabirRoom", logging,
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .target(name: "SabirTerminal", dependencies: ["CEdit"]),
        .target(
            name: "SabirConfiguration",
            dependencies: [
                "SabirClient", "SabirCluster", "SabirCore", "SabirHistory", "SabirRoom", "SabirSecurity",
                "SabirTranslation", "SabirProtocol", "TOMLKit", logging,
            ]),
        // Whatever reads the configuration as a whole: ways to rooms, relays, staff, backups, the checks of doctor, and
        // the node that is put together of it all.
        .target(
            name: "SabirNode",
            dependencies: [
                "SabirClient", "SabirCluster", "SabirConfiguration", "SabirCore", "SabirDiscovery", "SabirFeed",
                "SabirHistory", "SabirIRC", "SabirProtocol", "SabirRoom", "SabirSecurity", "SabirTranslation",
                "SabirWeb", logging,
                .product(name: "Crypto", package: "swift-crypto"),
            ] + nio
        ),
        .executableTarget(
            name: "sabir",
            dependencies: [
                "CMalloc", "CZlib", "SabirClient", "SabirCluster", "SabirConfiguration", "SabirCore",
                "SabirDiscovery", "SabirFeed", "SabirHistory", "SabirNode", "SabirProtocol", "SabirSecurity",
                "SabirTerminal", "SabirTranslation", "SabirWeb", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "OrderedCollections", package: "swift-collections"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),

        .executableTarget(
            name: "sabir-bench",
            dependencies: [
                "SabirCore", "SabirHistory", "SabirProtocol", "SabirRoom", "SabirSecurity", "SabirTranslation", logging,
            ] + nio,
            path: "Benchmarks"
        ),

        // For scripts/bench/trust: the checks of translations alone.
        .executableTarget(name: "sabir-check-lines", dependencies: ["SabirProtocol", "SabirTranslation"]),

        .testTarget(
            name: "SabirCoreTests", dependencies: ["SabirCore", .product(name: "NIOCore", package: "swift-nio")]),
        .testTarget(
            name: "SabirProtocolTests", dependencies: ["SabirCore", "SabirProtocol"], resources: [.copy("Vectors")]),
        // Both ends of a room: most of these tests have a host and its guests.
        .testTarget(
            name: "SabirRoomsTests",
            dependencies: ["SabirClient", "SabirCore", "SabirRoom", "SabirProtocol", logging] + nio),
        .testTarget(
            name: "SabirDiscoveryTests", dependencies: ["SabirDiscovery"], exclude: ["Support/avahi-host.sh"]),
        .testTarget(
            name: "SabirTranslationTests", dependencies: ["SabirCore", "SabirTranslation"],
            exclude: ["Checks/Tables", "Topics/held-out.json"]),
        .testTarget(
            name: "SabirModelsTests",
            dependencies: ["sabir", "SabirCore", .product(name: "Crypto", package: "swift-crypto")]),
        .testTarget(name: "SabirLanguageToolsTests", dependencies: ["SabirTranslation"]),
        .testTarget(name: "SabirMetricsTests", dependencies: ["SabirFeed", "SabirTranslation"]),
        .testTarget(
            name: "SabirFeedTests", dependencies: ["SabirFeed", "SabirProtocol", "SabirRoom", "SabirTranslation"]),
        .testTarget(
            name: "SabirWebTests",
            dependencies: [
                "SabirCore", "SabirFeed", "SabirProtocol", "SabirRoom", "SabirTranslation", "SabirWeb", logging,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio),
        .testTarget(
            name: "SabirHistoryTests",
            dependencies: [
                "SabirCore", "SabirHistory", "SabirProtocol", "SabirRoom", logging,
                .product(name: "GRDB", package: "GRDB.swift"),
            ] + nio),
        .testTarget(
            name: "SabirSecurityTests",
            dependencies: ["SabirClient", "SabirCore", "SabirRoom", "SabirSecurity", "SabirProtocol", logging] + nio,
            resources: [.copy("Vectors")]),
        .testTarget(
            name: "SabirIRCTests",
            dependencies: ["SabirCore", "SabirFeed", "SabirIRC", "SabirProtocol", "SabirRoom", "SabirTranslation"]),
        .testTarget(
            name: "SabirClusterTests", dependencies: ["SabirCluster", "SabirProtocol", logging] + nio),
        .testTarget(name: "SabirTerminalTests", dependencies: ["SabirTerminal"]),
        .testTarget(
            name: "SabirConfigurationTests",
            dependencies: [
                "SabirClient", "SabirCluster", "SabirConfiguration", "SabirCore", "SabirHistory", "SabirRoom",
                "SabirSecurity", "SabirTranslation", "SabirProtocol", logging,
            ]),
        .testTarget(
            name: "SabirBackupTests", dependencies: ["SabirConfiguration", "SabirCore", "SabirHistory", "SabirNode"]),
        .testTarget(
            name: "SabirDoctorTests",
            dependencies: [
                "SabirConfiguration", "SabirCore", "SabirDiscovery", "SabirHistory", "SabirNode", "SabirProtocol",
                "SabirRoom", "SabirWeb", logging,
            ] + nio),
        .testTarget(
            name: "sabirTests",
            dependencies: [
                "sabir", "SabirClient", "SabirDiscovery", "SabirNode", "SabirProtocol", "SabirRoom", "SabirTerminal",
                "SabirTranslation", "SabirWeb", logging,
            ] + nio),
        // The conversations of secured hosts and guests are here too: they need a way to a room.
        .testTarget(
            name: "SabirRoutesTests",
            dependencies: [
                "SabirClient", "SabirConfiguration", "SabirDiscovery", "SabirNode", "SabirProtocol", "SabirRoom",
                "SabirSecurity", logging,
            ] + nio),
        .testTarget(
            name: "SabirStaffTests",
            dependencies: [
                "SabirCore", "SabirNode", "SabirProtocol", "SabirRoom", "SabirSecurity", "SabirTranslation",
                "SabirWeb", logging,
            ] + nio),
        .testTarget(
            name: "SabirTranslationServiceTests",
            dependencies: ["SabirCore", "SabirNode", "SabirProtocol", "SabirTranslation", logging]),
        .testTarget(
            name: "SabirRelayTests",
            dependencies: [
                "SabirClient", "SabirConfiguration", "SabirCore", "SabirDiscovery", "SabirFeed", "SabirNode",
                "SabirProtocol", "SabirRoom", "SabirSecurity", logging,
            ] + nio),
        .testTarget(
            name: "SabirServicesTests",
            dependencies: [
                "SabirConfiguration", "SabirFeed", "SabirIRC", "SabirNode", "SabirProtocol", "SabirRoom",
                "SabirTranslation", "SabirWeb", logging,
            ] + nio),
        .testTarget(
            name: "SabirNodeTests",
            dependencies: [
                "SabirClient", "SabirConfiguration", "SabirCore", "SabirFeed", "SabirHistory", "SabirNode",
                "SabirProtocol", "SabirRoom", "SabirSecurity", "SabirTranslation", "SabirWeb", logging,
            ] + nio),
    ]
)

// What the sanitizers' builds leave out: whatever needs the web's, the database's or the program's packages, which
// would be compiled anew for each of them. The dependencies stay, so that Package.resolved is the same.
if Context.environment["SABIR_LIGHT"] != nil {
    let light = ["SabirCore", "SabirProtocol", "SabirClient", "SabirRoom", "SabirTranslation", "SabirFeed"]
    let libraries = ["CCurl", "CHunspell", "CICUText", "CLanguageID"]
    let kept = Set(libraries + light + light.map { "\($0)Tests" } + ["SabirRoomsTests"])
    package.products = []
    package.targets.removeAll { !kept.contains($0.name) }
}
