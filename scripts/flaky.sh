#!/usr/bin/env bash
# Runs the tests many times, in random order and beside other CPU load, and lists each test that failed at least once.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/flaky.sh N [TEXT] [--fast] [--keep FOLDER]

Builds once and runs the tests N times. Each run has another random order, and 0, 2, 8 or 4 busy loops beside it.
Prints a line for each run, then each test that failed at least once, with its failed runs. No test asserts its
duration, so each listed test shows a defect of the test or of the product.

  TEXT           run tests whose full name contains TEXT; TEXT|TEXT for several
  --fast         run the tests of scripts/test.sh --fast
  --keep FOLDER  keep the results of each run and the list in FOLDER (default: a new temporary folder)
  -h, --help

Examples:
  scripts/flaky.sh 3
  scripts/flaky.sh 20 'nterrupt|Ctrl|Signal|kill'

Exit codes: 0 no test failed in any run, 1 a test or a run failed, or wrong usage, 2 environment.
HELP
}

usage_error() {
    printf 'flaky.sh: %s\nTry: scripts/flaky.sh --help\n' "$1" >&2
    exit 1
}

readonly loads=(0 2 8 4)
runs='' folder='' test_options=()
while (($# > 0)); do
    case $1 in
        --fast) test_options+=(--fast) ;;
        --keep)
            (($# >= 2)) && [[ -n $2 ]] || usage_error '--keep needs a folder'
            folder=$2
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        -*) usage_error "unknown option '$1'" ;;
        *)
            if [[ -z $runs ]]; then
                runs=$1
            else
                test_options+=(--filter "$1")
            fi
            ;;
    esac
    shift
done
[[ $runs =~ ^[1-9][0-9]{0,3}$ ]] || usage_error "the number of runs must be 1 to 9999, not '$runs'"

folder=${folder:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

busy=()
end_busy() {
    if ((${#busy[@]} > 0)); then
        kill "${busy[@]}" 2> /dev/null || true
        wait "${busy[@]}" 2> /dev/null || true
    fi
    busy=()
}
trap end_busy EXIT
trap 'exit 2' INT TERM HUP

make_busy() { # loops
    local loop
    for ((loop = 0; loop < $1; loop++)); do
        (while :; do :; done) &
        busy+=($!)
    done
}

# Prints outcome and name of each test in a result file. A .trx file is one line.
outcomes() { # file
    sed 's/></>\n</g' "$1" | sed -nE 's/.*<UnitTestResult( .*)? testName="([^"]*)".* outcome="([A-Za-z]+)".*/\3 \2/p'
}

: > "$folder/outcomes"
no_build=()
for ((run = 1; run <= runs; run++)); do
    load=${loads[(run - 1) % ${#loads[@]}]}
    seed=$(((RANDOM * 32768 + RANDOM) % 1000000000))
    since=$SECONDS code=0
    make_busy "$load"
    scripts/test.sh "${test_options[@]}" "${no_build[@]}" --seed "$seed" --keep "$folder/$run" \
        > "$folder/$run.log" 2>&1 || code=$?
    end_busy
    if ((code == 2)) || ! compgen -G "$folder/$run/*.trx" > /dev/null; then
        tail -n 20 "$folder/$run.log" >&2
        printf 'flaky.sh: run %d did not start; see %s\n' "$run" "$folder/$run.log" >&2
        exit 2
    fi
    printf 'run %d of %d, beside %d busy loops, --seed %d, %d s: %s\n' \
        "$run" "$runs" "$load" "$seed" "$((SECONDS - since))" "$(tail -n 1 "$folder/$run.log")"
    for results in "$folder/$run"/*.trx; do
        outcomes "$results" | sed "s/^/$run /" >> "$folder/outcomes"
    done
    if ((code != 0)) && ! grep -q "^$run Failed " "$folder/outcomes"; then
        printf '%d Failed the run itself; see its log\n' "$run" >> "$folder/outcomes"
    fi
    no_build=(--no-build)
done

awk -v runs="$runs" '
    { run = $1; outcome = $2; name = $0; sub(/^[^ ]+ [^ ]+ /, "", name); seen[name]++ }
    outcome == "Failed" { failed[name] = failed[name] " " run; times[name]++ }
    END { for (name in failed) printf "%d of %d failed (run%s): %s\n", times[name], runs, failed[name], name }
' "$folder/outcomes" | sort -rn > "$folder/flaky.txt"
if [[ -s $folder/flaky.txt ]]; then
    cat "$folder/flaky.txt"
    printf 'results and logs of each run: %s\n' "$folder"
    exit 1
fi
printf 'every test passed in all %d runs; results and logs: %s\n' "$runs" "$folder"
