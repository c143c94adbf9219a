/// Interfaces that no cable and no antenna belongs to: bridges of containers and of virtual machines, tunnels. Whoever
/// is to be reached from outside names an address of one of them last.
package enum VirtualInterface {
    private static let beginnings = [
        "docker", "br-", "veth", "virbr", "vnet", "cni", "flannel", "cali", "podman", "lxc", "lxd", "incus", "vmnet",
        "vboxnet", "tun", "tap", "wg", "ppp", "zt", "tailscale", "nordlynx", "ipsec",
    ]

    /// By the kernel's name of it alone: how the programs that make such interfaces call them.
    package static func isNamed(_ name: String) -> Bool { beginnings.contains { name.hasPrefix($0) } }
}
