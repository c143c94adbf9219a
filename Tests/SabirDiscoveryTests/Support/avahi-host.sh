#!/bin/sh
# A machine of its own for one D-Bus and one avahi-daemon: private network, private /run/avahi-daemon. It lives until
# standard input ends, so that nothing stays behind however the tests end.
#
# avahi-host.sh FOLDER NAME        the first machine, with the interface "lan" and the other end of its wire, "far"
# avahi-host.sh FOLDER NAME PID    the machine at that other end; PID is the first one's, from its line "ready PID"
#
# The bus is at FOLDER/NAME.bus. FOLDER/NAME.service, where there is one, is announced by the daemon itself.
# Orders, one a line on standard input, each answered by a line: bus, no-bus, daemon, no-daemon (both end by SIGKILL).
set -eu

folder=$1
name=$2

if [ -z "${INSIDE:-}" ]; then
    mkdir -p /run/avahi-daemon
    INSIDE=1 exec unshare --net --mount -- "$0" "$@"
fi

export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$folder/$name.bus"

cat >"$folder/$name.dbus.conf" <<EOF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>$DBUS_SYSTEM_BUS_ADDRESS</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_type="method_call"/>
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
  </policy>
</busconfig>
EOF

cat >"$folder/$name.avahi.conf" <<EOF
[server]
host-name=$name
allow-interfaces=lan
use-ipv4=yes
use-ipv6=yes
[wide-area]
enable-wide-area=no
[publish]
publish-workstation=no
publish-hinfo=no
EOF

mkfifo "$folder/$name.fifo"
mount -t tmpfs none /run/avahi-daemon
mount -t tmpfs none /etc/avahi/services
[ ! -f "$folder/$name.service" ] || cp "$folder/$name.service" /etc/avahi/services/

ip link set lo up
if [ $# -lt 3 ]; then
    ip link add lan type veth peer name far
    ip link set far up
    ip address add 10.77.0.1/24 dev lan
else
    nsenter --target "$3" --net ip link set far netns $$
    ip link set far name lan
    ip address add 10.77.0.2/24 dev lan
fi
ip link set lan up

bus=
daemon=

end() {
    [ -n "$1" ] || return 0
    kill -9 "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}

start_daemon() {
    rm -f /run/avahi-daemon/*
    avahi-daemon --file "$folder/$name.avahi.conf" --no-drop-root --no-chroot --no-rlimits >>"$folder/$name.log" 2>&1 &
    daemon=$!
}

end_daemon() {
    end "$daemon"
    daemon=
}

# Returns once the bus listens, which it tells by its address.
start_bus() {
    rm -f "$folder/$name.bus"
    dbus-daemon --config-file="$folder/$name.dbus.conf" --nofork --print-address=3 \
        3>"$folder/$name.fifo" >>"$folder/$name.log" 2>&1 &
    bus=$!
    read -r _ <"$folder/$name.fifo"
}

end_bus() {
    end "$bus"
    rm -f "$folder/$name.bus"
    bus=
}

trap 'end_daemon; end_bus; rm -f "$folder/$name".*; rmdir "$folder" 2>/dev/null || true' EXIT
trap 'exit 1' HUP INT TERM
echo "ready $$"
while read -r order; do
    case $order in
    bus) start_bus ;;
    no-bus) end_bus ;;
    daemon) start_daemon ;;
    no-daemon) end_daemon ;;
    *) echo "unknown order: $order" >&2 && exit 2 ;;
    esac
    echo "done $order"
done
