# The stages of scripts/test. Sourced by test, after setup.sh.
#
# A stage is a function of the table's name. It takes the tests that it is to run, in the words of its own tools, and
# runs all it has where none are named; $long=yes asks for its long form. docs/testing.md says which level tests what.

# NAME MINUTES WHAT: in so many minutes a stage is ended, four times what it takes on two idle cores or more.
readonly stage_table='
unit          40  the Swift tests, pure ones first; long: 100,000 schedules of faults and 1,000,000 lives of a room
contract      10  the wire contract, by an independent client
conversation  20  the program as people and programs meet it: terminal, JSON lines, engines that fail
web          100  the page, over HTTP and in a browser; long: in every screen and language
lab           60  several hosts in network namespaces (root); long: the long forms of its scenarios
hostile       60  strangers: malformed input, floods, one phone that does all it can (root); long: as docs/security.md says
cluster       40  rooms of three nodes over three NATS servers, each killed in turn; long: the long forms
irc           10  clients of IRC: sockets, irssi, WeeChat, a library for bots
install       20  installing and upgrading as the docs say, and what `sabir doctor` must not call well
package       40  the Debian packages on a machine made anew (root); long: the program as it is released
trust         10  how scripts/bench/trust reads, splits and damages text
scale         10  the simulation of a region (scripts/scale)
fuzz          40  the parsers and state machines under libFuzzer
sanitizers    90  the light targets under the thread sanitizer; long: addresses too, and conversations under both
fresh        120  the gate on a machine made anew (root), which has nothing but Swift
'
readonly gate_stages=(unit contract conversation web lab hostile package)
# "fresh" repeats the gate: it is run by its name alone.
readonly all_stages=("${gate_stages[@]}" cluster irc install trust scale fuzz sanitizers)

stage_names() { awk 'NF { print $1 }' <<<"$stage_table"; }
minutes_of() { awk -v name="$1" '$1 == name { print $2 }' <<<"$stage_table"; }

# The Debian packages of one stage, besides those of the build.
packages_of() {
    case $1 in
    web) printf '%s\n' "${page_packages[@]}" ;;
    cluster | scale) printf '%s\n' "${cluster_packages[@]}" ;;
    unit) [ "${gate:-no}" = yes ] || printf '%s\n' "${cluster_packages[@]}" ;;
    irc) printf '%s\n' "${irc_packages[@]}" ;;
    install) printf '%s\n' "${install_packages[@]}" ;;
    package)
        printf '%s\n' "${packaging_packages[@]}"
        [ "${gate:-no}" = yes ] || printf '%s\n' "${machine_packages[@]}"
        ;;
    fresh) printf '%s\n' "${fresh_packages[@]}" ;;
    esac
}

# ---- what the stages are made of -------------------------------------------------------------------------------------

# run_pytest NAME WORKERS ARGUMENT...
run_pytest() {
    local name=$1 workers=$2
    shift 2
    SABIR_RESULTS=$reports/$name.jsonl PYTHONPATH=$root_folder/scripts/lib timeout "$(minutes_of "${name%%-*}")m" \
        "${wrapper[@]}" "$python" -m pytest -p gate_report -n "$workers" "$@"
}
wrapper=()

# run_swift NAME ARGUMENT...: no more tests side by side than there are cores.
run_swift() {
    local name=$1 status
    shift
    SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(nproc) tidily timeout "$(minutes_of "${name%%-*}")m" \
        swift test --skip-build --xunit-output "$reports/$name.xml" "$@" 2>&1 | grep -v -E '^(◇|✔ Test [^r])'
    status=${PIPESTATUS[0]}
    [ -e "$reports/$name-swift-testing.xml" ] || say "{\"id\": \"$name\", \"outcome\": \"failed\", \"seconds\": 0," \
        "\"text\": \"The tests ended with status $status before their report.\", \"crashed\": [\"the tests\"]}" |
        tr '\n' ' ' >"$reports/$name.jsonl"
    return "$status"
}

# ---- the stages ------------------------------------------------------------------------------------------------------

# Pure tests in one process; those that wait on real time, a disk or another program in a second one, in turn. Tables
# have one order where lives and schedules run, as what a seed leads to is held against what it led to before.
unit() {
    local timed status=0 skipped=()
    if [ $# -gt 0 ]; then
        run_swift "unit" --no-parallel --filter "$1"
        return
    fi
    if [ "$gate" = yes ]; then
        while IFS= read -r pattern; do
            skipped+=(--skip "$pattern")
        done < <("$python" scripts/lib/gate.py list "unit without")
    fi
    [ "$long" = no ] || export SABIR_LIVES=1000000 SABIR_SCHEDULES=100000
    [ "$gate" = no ] || export SABIR_LIVES=500 SABIR_SCHEDULES=1000
    timed=$("$python" scripts/lib/gate.py timed)
    SWIFT_DETERMINISTIC_HASHING=1 run_swift unit-pure --skip "$timed" "${skipped[@]}" || status=1
    run_swift unit-timed --no-parallel --filter "$timed" "${skipped[@]}" || status=1
    return $status
}

# Most of these tests wait for time-outs of the contract, so more of them run at once than there are cores.
contract() { run_pytest contract 8 "${@:-Tests/contract}"; }

conversation() { run_pytest conversation 4 "${@:-Tests/conversation}"; }

# As many browsers as there are cores.
web() {
    local options=()
    [ "$long" = no ] || options=(--all)
    run_pytest web "$(nproc)" "${options[@]}" "${@:-Tests/web}"
}

lab() {
    local options=()
    [ "$long" = no ] || options=(--all)
    timeout "$(minutes_of lab)m" "$python" Tests/lab/run --junitxml "$reports/lab.xml" "${options[@]}" "$@"
}

# In a network namespace of its own, so that there is an address besides loopback's to come from.
hostile() {
    local options=() minutes=${SABIR_MINUTES:-1}
    [ "$long" = no ] || options=(--all) minutes=${SABIR_MINUTES:-10}
    [ "$(id -u)" = 0 ] && unshare --net true 2>/dev/null && wrapper=(unshare --net sh -c
        'ip link set lo up && ip address add 10.99.0.1/32 dev lo && exec "$@"' hostile)
    SABIR_MINUTES=$minutes run_pytest hostile 0 "${options[@]}" "${@:-Tests/hostile}"
    local status=$?
    wrapper=()
    return $status
}

cluster() {
    local options=()
    [ "$long" = no ] || options=(--all)
    run_pytest cluster 0 -r RP "${options[@]}" "${@:-Tests/cluster}"
}

irc() { run_pytest irc "$(nproc)" "${@:-Tests/irc}"; }
trust() { run_pytest trust 0 "${@:-Tests/trust}"; }
scale() { run_pytest scale "$(nproc)" "${@:-Tests/scale}"; }

install() {
    local options=()
    [ "$long" = no ] || options=(--all)
    run_pytest install 0 "${options[@]}" "${@:-Tests/install}"
}

package() {
    local options=()
    [ "$long" = no ] || options=(--all)
    run_pytest package 0 "${options[@]}" "${@:-Tests/package}"
}

# ---- what stands before them -----------------------------------------------------------------------------------------

# The shape of the tree, the packages of the programs that are started, then the form of the sources.
lint() {
    local status=0 long_files tracked
    long_files=$(find "${sources[@]}" scripts -type f \( -name '*.swift' -o -name '*.py' -o -name '*.sh' -o \
        -path 'scripts/*' \) -not -path '*/__pycache__/*' -exec wc -l {} + |
        awk '$2 != "total" && $1 > 600 { print "  " $2 ": " $1 " lines" }')
    [ -z "$long_files" ] || { say "Longer than 600 lines:" "$long_files" && status=1; }
    tracked=$(git ls-files -- '.build*' Package.resolved)
    [ -z "$tracked" ] || { say "Tracked, and should not be: $tracked" && status=1; }
    /usr/bin/python3 scripts/lib/programs.py || status=1
    /usr/bin/python3 scripts/shape >"$reports/shape.txt" ||
        { sed -n '/^Must not be:/,$p' "$reports/shape.txt" && status=1; }
    swift format lint --strict --parallel --recursive "${sources[@]}" || status=1
    return $status
}

# Where nobody looks at the build afterwards, without what editors and debuggers want of it.
build() {
    local lean=()
    [ "${CI:-}" = true ] && lean=(-debug-info-format none)
    tidily timeout 60m swift build --build-tests "${lean[@]}"
}

# Too little room is said in words before anything fails for it.
need_room() {
    local disk memory
    disk=$(df --output=avail -k "$root_folder" | tail -n 1)
    memory=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)
    [ "$disk" -ge $((6 * 1024 * 1024)) ] ||
        fail "The disk of $root_folder has $((disk / 1024)) MB free; build and tests need 6,144. Make room for them."
    [ "$memory" -ge $((3 * 1024 * 1024)) ] ||
        fail "This machine has $((memory / 1024)) MB of memory free; the build needs 3,072. End something else first."
}
