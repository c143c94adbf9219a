# What run and test share: packages, tools, the Python environment, the time each stage takes. Sourced, not run.

readonly root_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# What Swift's toolchain, unpacked from its archive, needs on Debian 12.
readonly toolchain_packages=(binutils ca-certificates gcc git libc6-dev libncurses6 libstdc++-12-dev libxml2 tzdata)
readonly library_packages=(libavahi-client-dev libcurl4-openssl-dev libsqlite3-dev libedit-dev
    libhunspell-dev libcld2-dev libqrencode-dev zlib1g-dev libicu-dev libnats-dev pkg-config)
readonly service_packages=(avahi-daemon dbus apertium-apy apertium-spa-cat apertium-eng-spa apertium-eng-cat
    apertium-fra-cat)
readonly test_packages=(iproute2 nftables python3-venv util-linux mount procps openssl curl sqlite3 systemd libseccomp2
    hunspell-es hunspell-ca hunspell-en-us hunspell-fr chromium fonts-noto-core fonts-noto-cjk e2fsprogs gcc libc6-dev)
# What single stages of scripts/test need besides.
readonly page_packages=(poppler-utils firefox-esr webkit2gtk-driver xvfb zbar-tools)
readonly cluster_packages=(nats-server)
readonly irc_packages=(irssi weechat-headless weechat-plugins)
readonly install_packages=(mmdebstrap systemd-container prometheus)
readonly machine_packages=(mmdebstrap systemd-container lintian dnsmasq-base hostapd iw libxkbcommon-tools apparmor
    apt-utils gnupg cage xwayland xvfb)
# For scripts/package.
readonly packaging_packages=(chrpath debhelper dh-apparmor dpkg-dev man-db python3)
# For scripts/release.
readonly release_packages=(apt-utils gnupg git)
# For scripts/chaos.
readonly chaos_packages=(iproute2 nftables python3-venv util-linux mount procps dbus avahi-daemon openssl e2fsprogs gcc
    libc6-dev)
# For scripts/lib/traditional.py.
readonly wording_packages=(opencc)
# For scripts/test --fresh, which makes a machine of its own.
readonly fresh_packages=(mmdebstrap)

# Whose folder this is need not be who runs this: to root in somebody's clone git would say nothing of it.
export "GIT_CONFIG_KEY_${GIT_CONFIG_COUNT:=0}=safe.directory" "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=$root_folder"
export GIT_CONFIG_COUNT=$((GIT_CONFIG_COUNT + 1))

say() { printf '%s\n' "$@"; }

fail() {
    say "$@" >&2
    exit 1
}

# Runs a command as root: directly, or through sudo where it asks for no password or a terminal can answer.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ] && command -v sudo >/dev/null; then
        sudo "$@"
    else
        sudo -n "$@" 2>/dev/null
    fi
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Installs those of the named Debian packages that are missing.
need_packages() {
    command -v dpkg-query >/dev/null || fail "This script sets up Debian; here, install the counterparts of: $*"
    local missing=() package
    for package in "$@"; do is_installed "$package" || missing+=("$package"); done
    [ ${#missing[@]} = 0 ] && return
    say "Installing ${missing[*]} ..."
    as_root true || fail "These Debian packages are missing, and installing them needs root:
    sudo apt-get install ${missing[*]}"
    install_quietly "${missing[@]}"
}

# The package lists are fetched only where the first try fails for want of them.
install_quietly() {
    local log status=0
    log=$(mktemp)
    keep_daemons_from_starting
    apt_get install "$@" >"$log" 2>&1 || { apt_get update && apt_get install "$@"; } >"$log" 2>&1 || status=$?
    let_daemons_start_again
    [ $status = 0 ] || tail -n 30 "$log" >&2
    rm -f "$log"
    [ $status = 0 ] || fail "apt-get could not install: $*"
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
        -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" </dev/null
}

# A package that brings a daemon would start it, on every interface; Debian asks this file first. One that the
# machine's owner put there is left as it is.
readonly policy=/usr/sbin/policy-rc.d
policy_is_ours=no

keep_daemons_from_starting() {
    [ -e $policy ] && return
    policy_is_ours=yes
    trap let_daemons_start_again EXIT
    printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
    as_root chmod 755 $policy
}

let_daemons_start_again() {
    [ $policy_is_ours = yes ] && as_root rm -f $policy
    policy_is_ours=no
}

# tidily COMMAND...: one that builds or tests with Swift, whose build tool leaves folders in $TMPDIR each time. That is
# here a folder that goes with the command; all may look into it, as into /tmp.
tidily() (
    TMPDIR=$(mktemp -d) && chmod 755 "$TMPDIR" || exit
    export TMPDIR
    trap 'rm -rf "$TMPDIR"' EXIT
    "$@"
)

# What the linker is told, in words, so that the program's version names the commit (Sources/SabirCore/ProgramVersion.swift
# reads it): in the note by which a linker names what it built. It is no flag of a compiler, so that for another commit the
# program is linked anew and nothing else is built. Package.swift could not say it: what SwiftPM has read of it is kept, and
# would name the commit of an earlier build. Nothing where this folder is no repository's root.
commit_linking() {
    local commit
    [ -z "$(git -C "$root_folder" rev-parse --show-prefix 2>/dev/null || say none)" ] || return 0
    commit=$(git -C "$root_folder" rev-parse --short=8 HEAD 2>/dev/null) || return 0
    if ! git -C "$root_folder" diff --quiet HEAD -- Sources Package.swift; then commit=$commit.changed; fi
    say -Xlinker "--build-id=0x$(printf 'sabir+%s' "$commit" | od -A n -t x1 | tr -d ' \n')"
}

# build_program CONFIGURATION: debug or release, with the commit in its version. What the compiler says goes to a file, and
# is shown where it fails.
build_program() {
    local -r log=$root_folder/.build/$1.log
    local -rA minutes=([debug]=six [release]=eleven)
    mkdir -p "$root_folder/.build"
    say "Building (the first time takes about ${minutes[$1]} minutes on two cores) ..."
    # shellcheck disable=SC2046
    tidily swift build --package-path "$root_folder" -c "$1" --product sabir $(commit_linking) 2>&1 </dev/null |
        tee "$log" | show_progress "$1" || {
        cat "$log" >&2
        fail "The build failed; above is what the compiler says."
    }
}

# time_share CONFIGURATION PERMILLE: about what share of a clean build's time is gone, in percent, when so many thousandths
# of its parts are built. Measured on two cores: most parts are small files, and the last ones are large modules that wait
# for each other.
time_share() {
    local -rA points=([debug]="250:10 400:16 600:30 800:41 950:52 970:57 980:80 990:86 1000:100"
        [release]="100:13 160:18 450:24 880:33 950:56 980:70 990:76 995:85 1000:100")
    local point parts=0 time=0 next_parts next_time
    for point in ${points[$1]}; do
        next_parts=${point%:*} next_time=${point#*:}
        [ "$2" -gt "$next_parts" ] || break
        parts=$next_parts time=$next_time
    done
    say $((time + (next_time - time) * ($2 - parts) / (next_parts - parts)))
}

# show_progress CONFIGURATION: from what Swift's build tool prints, how many of how many parts are built, the minutes gone,
# about how many are left. One line in a terminal, else a line a minute. Says nothing of a build that has nothing to do.
show_progress() {
    local line status built=0 parts=0 said=0 minutes left share text
    SECONDS=0
    while :; do
        IFS= read -r -t 5 line
        status=$?
        [ $status = 0 ] || [ $status -gt 128 ] || break
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && built=${BASH_REMATCH[1]} parts=${BASH_REMATCH[2]}
        minutes=$((SECONDS / 60))
        [ "$parts" -gt 20 ] || continue
        share=$(time_share "$1" $((1000 * (built < parts ? built : parts) / parts))) left=
        [ $SECONDS -lt 60 ] || [ "$share" -lt 5 ] ||
            left=", about $(((SECONDS * (100 - share) / share + 59) / 60)) min left"
        text="Built $built of $parts parts in $minutes min$left"
        if [ -t 1 ]; then
            printf '\r%-70s' "$text"
        elif [ $minutes -gt $said ]; then
            said=$minutes
            say "$text"
        fi
    done
    [ ! -t 1 ] || [ "$parts" -le 20 ] || printf '\r%-70s\r' ''
}

need_swift() {
    command -v swift >/dev/null ||
        fail "Swift 6.2 or newer is needed and is not on the PATH: https://www.swift.org/install/linux/"
}

# The test tools, in .build-python, made anew when the list of them changes.
need_python() {
    local wanted=$root_folder/scripts/lib/requirements.txt made=$root_folder/.build-python
    cmp -s "$wanted" "$made/requirements.txt" && return
    rm -rf "$made"
    /usr/bin/python3 -m venv "$made" &&
        "$made/bin/pip" install --quiet --no-deps --disable-pip-version-check --retries 5 -r "$wanted" &&
        cp "$wanted" "$made/requirements.txt" || fail "The Python test tools could not be installed into $made."
}
