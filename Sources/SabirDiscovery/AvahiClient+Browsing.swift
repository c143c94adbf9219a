import CAvahi
import Glibc

extension AvahiClient {
    /// Reports every instance of `type` that appears or disappears, on every interface and by both IP versions.
    func browse(_ type: String, for subscriber: Int) throws(DiscoveryError) -> Int {
        try adopt(for: subscriber, freedBy: avahi_service_browser_free) { client, box in
            avahi_service_browser_new(
                client, Self.anyInterface, Self.anyProtocol, type, nil, AvahiLookupFlags(0), Self.reportBrowser, box)
        }
    }

    /// Reports the instance's address and TXT strings, now and after each change, until released. Asks for an address
    /// of the IP version over which the instance was seen, so that both are found.
    func resolve(_ instance: ServiceInstance, type: String, for subscriber: Int) throws(DiscoveryError) -> Int {
        let family = AvahiProtocol(instance.isIPv6 ? AVAHI_PROTO_INET6 : AVAHI_PROTO_INET)
        return try adopt(for: subscriber, freedBy: avahi_service_resolver_free) { client, box in
            avahi_service_resolver_new(
                client, instance.interfaceIndex, family, instance.name, type, instance.domain, family,
                AvahiLookupFlags(0), Self.reportResolver, box)
        }
    }

    private static let reportBrowser: AvahiServiceBrowserCallback = {
        browser, interface, family, event, name, _, domain, _, userdata in
        guard let box = Box.recover(userdata) else { return }
        if event == AVAHI_BROWSER_FAILURE {
            let reason = reason(avahi_client_errno(avahi_service_browser_get_client(browser)))
            return box.report { .browser(token: $0, .failed(reason: reason)) }
        }
        guard let instance = instance(name, domain, interface, family) else { return }
        switch event {
        case AVAHI_BROWSER_NEW: box.report { .browser(token: $0, .appeared(instance)) }
        case AVAHI_BROWSER_REMOVE: box.report { .browser(token: $0, .disappeared(instance)) }
        default: break
        }
    }

    private static let reportResolver: AvahiServiceResolverCallback = {
        resolver, interface, family, event, name, _, domain, host, address, port, txt, _, userdata in
        guard let box = Box.recover(userdata) else { return }
        guard event == AVAHI_RESOLVER_FOUND, let instance = instance(name, domain, interface, family),
            let address = address.flatMap({ roomAddress($0, interface: interface) })
        else {
            let reason = reason(avahi_client_errno(avahi_service_resolver_get_client(resolver)))
            return box.report { .resolver(token: $0, .failed(reason: reason)) }
        }
        let resolution = Resolution(
            instance: instance, host: text(host), address: address, port: port, txt: strings(of: txt))
        box.report { .resolver(token: $0, .resolved(resolution)) }
    }

    private static func instance(
        _ name: UnsafePointer<CChar>?, _ domain: UnsafePointer<CChar>?, _ interface: Int32, _ family: Int32
    ) -> ServiceInstance? {
        guard name != nil, domain != nil else { return nil }
        return ServiceInstance(
            name: text(name), domain: text(domain), interfaceIndex: interface, isIPv6: Int(family) == AVAHI_PROTO_INET6)
    }

    private static func roomAddress(_ address: UnsafePointer<AvahiAddress>, interface: Int32) -> RoomAddress? {
        var buffer = [CChar](repeating: 0, count: Int(AVAHI_ADDRESS_STR_MAX))
        guard let numeric = avahi_address_snprint(&buffer, buffer.count, address).map({ String(cString: $0) })
        else { return nil }
        return RoomAddress(
            numeric: numeric, interfaceIndex: Int(interface), interfaceName: interfaceName(interface),
            isIPv6: Int(address.pointee.proto) == AVAHI_PROTO_INET6)
    }

    private static func interfaceName(_ index: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        return if_indextoname(UInt32(bitPattern: index), &buffer).map { String(cString: $0) } ?? ""
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String {
        characters.map { String(cString: $0) } ?? ""
    }

    /// The strings in the record's order. Bytes that are not UTF-8 become U+FFFD.
    private static func strings(of list: UnsafeMutablePointer<AvahiStringList>?) -> [String] {
        var strings: [String] = []
        var next = list
        while let node = next {
            let bytes = UnsafeBufferPointer(
                start: avahi_string_list_get_text(node), count: avahi_string_list_get_size(node))
            strings.append(String(decoding: bytes, as: UTF8.self))
            next = avahi_string_list_get_next(node)
        }
        return strings
    }
}
