#!/usr/bin/env bash
# Trials of the gate: counts how often compare detects an injected change, and how often it fails a comparison of a
# build with itself. A trial is a comparison with real processes, or a comparison drawn from recorded runs.
#
#   scripts/gate-trials.sh [--kind both|slow|allocating|same] [--trials 20] [--slow-down 5] [--threshold 5%]
#                          [--budget 6] [--run "-n 200000 ..."] [--program DLL] [--out FILE]
#   scripts/gate-trials.sh --kind record --records FOLDER [--runs 60] [--only LOAD] [--prefix COMMAND] [--program DLL]
#   scripts/gate-trials.sh --kind drawn [--records FOLDER] [--trials 10000] [--out FILE]
#   scripts/gate-trials.sh --kind simulated [--trials 10000] [--out FILE]
#
# both, slow, allocating and same run real processes. AElf.Bench.SlowedPrograms is the benchmark with slowed actors:
# they spin for a percentage of their own CPU time, or allocate 24 bytes at every tenth transfer. The exit code is 1 if
# compare finds fewer than 9 of 10 changes, or fails more than 1 of 20 comparisons of a build with itself.
#
# record makes single runs of seven loads, each without and with a busy loop. It keeps the runs in FOLDER as stored
# baselines, and their figures in FOLDER/records.csv. It makes one run of each load in turn. To resume, call it again.
# --prefix is a command before each run, for example "taskset -c 0,1". drawn draws comparisons of a build with itself
# from recorded runs (default: tests/AElf.Bench.Tests/Comparisons/gate-records.csv) and applies the rule of compare to
# them. simulated also draws the noise. Comparison N of a row has the seed N, so equal numbers of trials print equal
# tables. Both need the built tests: dotnet build -c Release.
set -euo pipefail
cd "$(dirname "$0")/.."

trials='' slow=5 threshold=5% budget=6 kind=both out='' records='' runs=60 only='' prefix='' program=''
run="-n 200000 --grouprange 2000 2000 --repeattime 30 --actors 1"
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) sed -n '2,/^set -/{s/^# \{0,1\}//;/^set -/!p}' scripts/gate-trials.sh; exit ;;
        --trials) trials=$2 ;;
        --slow-down) slow=$2 ;;
        --threshold) threshold=$2 ;;
        --budget) budget=$2 ;;
        --kind) kind=$2 ;;
        --run) run=$2 ;;
        --program) program=$2 ;;
        --out) out=$2 ;;
        --records) records=$2 ;;
        --runs) runs=$2 ;;
        --only) only=$2 ;;
        --prefix) prefix=$2 ;;
        *) echo "error: unknown option $1; see --help" >&2; exit 1 ;;
    esac
    shift 2
done

need() { # file
    [ -f "$1" ] || { echo "error: $1 is missing; see --help" >&2; exit 2; }
}

# The seven loads: names and options of the runs. A round takes about 0.1 s; a run takes 1 to 3 s and its start.
loads=(
    "memory-80 compare -n 20000 --groups 80 --blocks 40"
    "memory-240 compare -n 20000 --groups 240 --blocks 40"
    "memory-1200 compare -n 20000 --groups 1200 --blocks 40"
    "redis compare single -n 20000 --groups 200 --blocks 2"
    "twemproxy compare single --shards 2 --proxies 1 -n 6000 --groups 200 --blocks 2"
    "cluster compare cluster --servers 1 --processes 2 -n 20000 --groups 200 --blocks 2"
    "electrum electrum compare --test refresh --blocks 8"
)
short=(--rounds 6 --warmup 6 --quiet-budget 0% --ceiling off --quiet)

# Adds a run of a load, quiet or beside a busy loop, until the load has RUNS runs.
record() { # runs noise name word...
    local number=$1 noise=$2 name=$3-$2
    shift 3
    local journal=$records/$name/runs.jsonl
    # The first line of a journal is its header.
    if [ -f "$journal" ] && [ "$(wc -l < "$journal")" -gt "$number" ]; then return; fi
    # shellcheck disable=SC2016,SC2086 # the inner shell expands its words; the prefix may be several words
    $prefix bash -c '
        if [ "$1" = loop ]; then
            while :; do :; done &
            trap "kill $!" EXIT
        fi
        shift
        "$@"' run "$noise" dotnet "$program" "$@" "${short[@]}" --max-runs "$number" \
        --folder "$records/$name" --save-baseline "$records/$name.json" > "$records/$name.txt" 2>&1 \
        || { cat "$records/$name.txt" >&2; exit 2; }
}

record_all() {
    local number load words noise
    mkdir -p "$records"
    for number in $(seq "$runs"); do
        for load in "${loads[@]}"; do
            read -ra words <<< "$load"
            [[ ${words[0]} == *$only* ]] || continue
            for noise in quiet loop; do
                record "$number" "$noise" "${words[@]}"
            done
        done
        write_csv
        echo "$(date -u +%H:%M:%S) $number of $runs runs of each load"
    done
}

# Writes the figures of all runs. The tests read them.
write_csv() {
    python3 - "$records" <<'PYTHON'
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
with open(folder / "records.csv", "w") as csv:
    csv.write("load,tps,operations,messages,allocatedBytes,committed\n")
    for path in sorted(folder.glob("*.json")):
        for run in json.loads(path.read_text())["runs"]:
            counts = run["counts"]
            csv.write(f"{path.stem},{run['tps']:.0f},{counts['operations']},{counts['messages']},"
                      f"{counts['allocatedBytes']:.4f},{counts['committed']}\n")
PYTHON
}

# Runs the tests that draw comparisons. They write table rows.
drawn_by() { # class
    local tests=tests/AElf.Bench.Tests/bin/Release/net10.0/AElf.Bench.Tests
    need "$tests"
    trials=${trials:-10000}
    AELF_GATE_TRIALS=$trials "$tests" -noLogo -noColor -showLiveOutput -class "*$1" < /dev/null > "$rows" \
        || { cat "$rows" >&2; exit 1; }
}

table() { # name header
    { echo "$2"; sed -n "s/.*\[OUTPUT\] $1 | //p" "$rows"; } | column -t -s '|' -o '|'
}

rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
[ -z "$out" ] || exec > >(tee -a "$out")
case $kind in
    record)
        [ -n "$records" ] || { echo "error: --kind record needs --records FOLDER" >&2; exit 1; }
        program=${program:-src/AElf.Benchmark/bin/Release/net10.0/AElf.Benchmark.dll}
        need "$program"
        record_all
        exit 0
        ;;
    drawn)
        recorded=tests/AElf.Bench.Tests/Comparisons/gate-records.csv
        [ -z "$records" ] || recorded=$records/records.csv
        need "$recorded"
        AELF_GATE_RECORDS=$(realpath "$recorded")
        export AELF_GATE_RECORDS
        drawn_by GateRecordsTests
        columns="fail | 95 % interval | by TPS | by bytes | pass | pairs"
        echo "# $trials comparisons of a build with itself, drawn from recorded runs; at most 200 pairs"
        table drawn "load | runs | median TPS | it varies by | median bytes | they vary by | $columns"
        echo
        found=$((trials > 600 ? trials / 10 : 60))
        echo "# $found comparisons with a candidate that is 5 % slower"
        table slower "load | $columns"
        echo
        echo "# $found comparisons with a candidate that allocates 24 bytes at every tenth transfer"
        table allocating "load | $columns"
        exit 0
        ;;
    simulated)
        drawn_by ComparisonCriteriaTests
        echo "# by all criteria: noise of times and of bytes allocated for each transfer"
        table criteria "noise | fail | 95 % interval | by TPS | by bytes | pass | pairs"
        echo
        drawn_by GateTrialsTests
        echo "# $trials comparisons of a build with itself for each noise, threshold 5 %, at most 200 pairs"
        table alarms "noise | shown ever | shown first | failed | before: shown ever | shown first | failed"
        echo
        found=$((trials > 600 ? trials / 10 : 60))
        echo "# $found comparisons for each noise and slow-down: how many fail, and after how many pairs they end"
        table power "noise | slower by | fail | pairs | before: fail | pairs"
        exit 0
        ;;
    both | slow | allocating | same) ;;
    *) echo "error: --kind $kind is unknown; see --help" >&2; exit 1 ;;
esac
trials=${trials:-20}
program=${program:-tests/AElf.Bench.SlowedPrograms/bin/Release/net10.0/AElf.Bench.SlowedPrograms.dll}
need "$program"

folder=$(mktemp -d)
trap 'rm -rf "$folder" "$rows"' EXIT

# One comparison: prints its number, exit code and conclusion.
trial() { # number candidate
    local number=$1 candidate=$2 code=0
    # shellcheck disable=SC2086 # the prefix and the options of the run may be several words
    $prefix dotnet "$program" compare --candidate "$candidate" --threshold "$threshold" \
        --budget "$budget" --folder "$folder/$number" --json "$folder/result.json" $run --quiet \
        > "$folder/output.txt" 2>&1 || code=$?
    if [ "$code" != 0 ] && [ "$code" != 4 ] && [ "$code" != 5 ]; then cat "$folder/output.txt" >&2; exit 2; fi
    rm -rf "${folder:?}/$number"
    last=$code
    python3 - "$number" "$code" "$folder/result.json" <<'PYTHON'
import json, sys
number, code, path = sys.argv[1:]
with open(path) as file:
    result = json.load(file)
print(f"{int(number):2}: exit {code}, {len(result['runs'])} runs, {result['seconds']:.0f} s, "
      f"noise {result['noise'] or 0:.3f}: {result['conclusion']}")
PYTHON
}

series() { # candidate
    local failed=0
    for number in $(seq "$trials"); do
        trial "$number" "$1"
        if [ "$last" = 4 ]; then failed=$((failed + 1)); fi
    done
    count=$failed
}

find_change() { # title candidate
    echo "## $1"
    series "$2"
    echo "found: $count of $trials"
    [ $((count * 10)) -ge $((trials * 9)) ] || result=1
}

echo "# $(date -u +%Y-%m-%d) $(nproc) cores, $trials trials each, threshold $threshold, budget $budget min, run: $run"
result=0
case $kind in
    both | slow) find_change "candidate slowed down by $slow %" "slow-down=$slow" ;;&
    allocating) find_change "candidate allocates 24 bytes at every tenth transfer" allocate=10 ;;
    both | same)
        echo "## the same build on both sides"
        series slow-down=0
        echo "failed: $count of $trials"
        [ $((count * 20)) -le "$trials" ] || result=1
        ;;
esac
exit $result
