# Building and running the fuzzer. Sourced by fuzz and test, after setup.sh.

readonly fuzz_folder=.build/fuzz

build_fuzzer() { /usr/bin/python3 scripts/lib/fuzz_build.py; }

fuzz_targets() { ls Fuzz/Corpus; }

# fuzz_all OPTION... -- TARGET...: side by side, as many as there are cores; one line each. Fails where one failed.
fuzz_all() {
    local options=()
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    shift
    export -f fuzz_one note_fuzzed
    export fuzz_folder
    printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one "$@"' fuzz {} "${options[@]}"
}

# fuzz_one TARGET OPTION...: an input may take 10 s and 1 GiB.
fuzz_one() {
    local target=$1 learnt=$fuzz_folder/corpus/$1 log=$fuzz_folder/$1.log
    shift
    mkdir -p "$learnt" "$fuzz_folder/found"
    if SWIFT_BACKTRACE=enable=no SABIR_FUZZ_TARGET=$target "$fuzz_folder/sabir-fuzz" -dict=Fuzz/dictionary -timeout=10 -rss_limit_mb=1024 \
        -max_len=8192 -print_final_stats=1 -artifact_prefix="$fuzz_folder/found/$target-" "$@" \
        "$learnt" "Fuzz/Corpus/$target" </dev/null >"$log" 2>&1; then
        awk -v target="$target" '/^#[0-9]+\t(DONE|INITED)/ { reached = $4 } /number_of_executed_units/ { runs = $2 }
            /peak_rss_mb/ { memory = $2 }
            END { printf "%-11s %9d inputs, %5d points reached, %4d MiB: fine\n", target, runs, reached, memory }' "$log"
        note_fuzzed "$target" passed ""
    else
        grep -h -E 'names none|Broken|Fatal error|ERROR|Test unit written' "$log" | head -5
        printf '%-11s FAILED; all of it: %s\n' "$target" "$log"
        note_fuzzed "$target" failed "All of it: $log"
        return 1
    fi
}

# note_fuzzed TARGET OUTCOME TEXT: in a run of scripts/test each target counts as a test.
note_fuzzed() {
    [ -n "${SABIR_REPORTS-}" ] || return 0
    printf '{"id": "%s", "outcome": "%s", "seconds": 0, "text": "%s", "crashed": []}\n' "$@" >>"$SABIR_REPORTS/fuzz.jsonl"
}

# The stage of scripts/test: 10 s for each target, or 50,000 inputs, always the same ones, so that a change is judged by what it
# changes; its long form 60 s of new ones.
fuzz() {
    local targets options=(-max_total_time=10 -runs=50000 -seed=1)
    [ "$long" = yes ] && options=(-max_total_time=60)
    build_fuzzer && readarray -t targets < <(fuzz_targets) && fuzz_all "${options[@]}" -- "${targets[@]}"
}
