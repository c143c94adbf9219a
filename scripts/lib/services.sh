# D-Bus, Avahi and Apertium for a machine on which they do not run. Sourced by run, after setup.sh.
#
# Each is a child of the script in a session of its own, so that Ctrl-C in the terminal reaches the script alone and
# the script ends them in order; `started` holds the ids of what it started; nothing else is ever ended.

started=()
service_log=$(mktemp -d)

# start NAME COMMAND...
start() {
    local name=$1
    shift
    setsid "$@" </dev/null >"$service_log/$name" 2>&1 &
    started+=($!)
}

# wait_for SECONDS NAME CHECK...: the check's success, or the name's log and a failure.
wait_for() {
    local ends=$((SECONDS + $1)) name=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        if [ $SECONDS -ge $ends ]; then
            say "$name does not answer. Its last words:" >&2
            tail -n 5 "$service_log/$name" >&2
            return 1
        fi
        sleep 0.1
    done
}

bus_answers() {
    dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetId
}

avahi_answers() {
    dbus-send --system --print-reply --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.NameHasOwner string:org.freedesktop.Avahi | grep -q 'boolean true'
}

apertium_answers() { listens 2737; }

# Whether something accepts connections on this port of 127.0.0.1.
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

start_discovery() {
    avahi_answers 2>/dev/null && return
    if [ "$(id -u)" != 0 ]; then
        say "Avahi does not run, and starting it needs root: 'sudo systemctl start avahi-daemon', or this with sudo." \
            "Going on without discovery: others join by address."
        return
    fi
    if ! bus_answers >/dev/null 2>&1; then
        mkdir -p /run/dbus
        start dbus dbus-daemon --system --nofork --nopidfile
        wait_for 10 dbus bus_answers || return 0
    fi
    start avahi avahi-daemon --no-rlimits
    wait_for 10 avahi avahi_answers || true
}

start_apertium() {
    apertium_answers && return
    start apertium env LC_ALL=C.UTF-8 "$root_folder/scripts/lib/apy-on-loopback" /usr/share/apertium/modes
    wait_for 30 apertium apertium_answers || true
}

# Ends what was started, the last first: asked, waited for (5 s), then forced.
stop_services() {
    local index
    for ((index = ${#started[@]} - 1; index >= 0; index--)); do end_service "${started[index]}"; done
    started=()
    rm -rf "$service_log"
}

end_service() {
    local ends=$((SECONDS + 5))
    kill -TERM -- "-$1" 2>/dev/null || return 0
    while kill -0 "$1" 2>/dev/null && [ $SECONDS -lt $ends ]; do sleep 0.1; done
    kill -KILL -- "-$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}
