# Tests under sanitizers, in build folders of their own. Sourced by test, after setup.sh.

# What takes another service, reads long data or tables on one thread, or runs ten thousand cases that one run without a
# sanitizer covers.
readonly left_out=(TableTests MedicineNamesTests OmissionTests LanguageProfilesTests TopicCuesTests
    ApertiumServiceTests EngineServiceTests ThroughApertium RoomSimulation TierSimulation ScheduleTests RandomLives FuzzTests)
# What takes its turns by hand: its answers come over threads that the long ones would hold here for minutes.
readonly run_alone=CatchUpTests

# The stage of scripts/test: threads; its long form addresses too, and conversations with the whole program.
sanitizers() {
    local status=0
    sanitized thread || status=1
    [ "$long" = yes ] || return $status
    sanitized address || status=1
    sanitized_conversations thread || status=1
    sanitized_conversations address || status=1
    return $status
}

# sanitized KIND: the unit tests of the targets without heavy packages (SABIR_LIGHT in Package.swift) under `thread` or
# `address`. Rooms have a process for themselves, as in unit_tests: their tests wait on real connections, which have five
# seconds to say hello.
sanitized() {
    local kind=$1 folder=.build-$1 status=0 skips=() name
    for name in "${left_out[@]}" $run_alone; do skips+=(--skip "$name"); done
    build_sanitized "$kind" || return
    export SABIR_LIGHT=1
    sanitizer_options "$kind"
    run_swift "sanitizers-$kind-rooms" --sanitize "$kind" --scratch-path "$folder" --filter SabirRoomsTests "${skips[@]}" || status=1
    run_swift "sanitizers-$kind" --sanitize "$kind" --scratch-path "$folder" --skip SabirRoomsTests "${skips[@]}" || status=1
    run_swift "sanitizers-$kind-alone" --sanitize "$kind" --scratch-path "$folder" --filter $run_alone || status=1
    unset SABIR_LIGHT TSAN_OPTIONS ASAN_OPTIONS
    return "$status"
}

# build_sanitized KIND [SECONDS]: compiles what is not yet, in that time. What was fetched for the other build is taken over.
build_sanitized() {
    local kind=$1 folder=.build-$1
    mkdir -p "$folder"
    [ -e "$folder/checkouts" ] || cp -a .build/checkouts .build/repositories .build/workspace-state.json "$folder/"
    SABIR_LIGHT=1 tidily timeout "${2:-1200}" swift build --build-tests --sanitize "$kind" \
        --scratch-path "$folder" 2>&1 | tail -n 20
    return "${PIPESTATUS[0]}"
}

# sanitized_conversations KIND: the program, with all its packages, under `thread` or `address`. What a sanitizer finds
# ends the program with a status of its own, which every conversation looks at; and it lies in .build/reports.
sanitized_conversations() {
    local kind=$1 folder=.build-whole-$1 found=$reports/$1-found status product
    mkdir -p "$folder"
    [ -e "$folder/checkouts" ] || cp -a .build/checkouts .build/repositories .build/workspace-state.json "$folder/"
    for product in sabir sabir-bench; do
        tidily timeout 3600 swift build --product $product --sanitize "$kind" --scratch-path "$folder" 2>&1 | tail -n 5
        status=${PIPESTATUS[0]}
        [ "$status" = 0 ] || return "$status"
    done
    sanitizer_options "$kind" "log_path=$found"
    SABIR=$root_folder/$folder/debug/sabir run_pytest "sanitizers-$kind-conversations" 2 \
        --ignore Tests/conversation/test_sbom.py Tests/conversation
    status=$?
    unset TSAN_OPTIONS ASAN_OPTIONS
    compgen -G "$found.*" >/dev/null || return "$status"
    say "The $kind sanitizer found something: $(compgen -G "$found.*" | tr '\n' ' ')"
    return 3
}

# sanitizer_options KIND [MORE]
# Leaks are not looked for: what lives as long as the process counts as one.
sanitizer_options() {
    export TSAN_OPTIONS=suppressions=$root_folder/scripts/lib/thread.suppressions:${2:-}
    export ASAN_OPTIONS=detect_leaks=0:${2:-}
}
