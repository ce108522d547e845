#!/usr/bin/env bash
# Trials of the gate with real processes: how often compare finds a slow-down that was injected, and how often it fails
# the same build on both sides. Each trial is a comparison of its own; its conclusion is a line of the output.
#
#   scripts/gate-trials.sh [--trials 20] [--slow-down 5] [--threshold 5%] [--budget 6] [--kind both|slow|same]
#                          [--run "-n 200000 ..."] [--program DLL] [--out FILE]
#   scripts/gate-trials.sh --kind simulated [--trials 10000] [--out FILE]
#
# Simulated comparisons make no run: the tests of the gate draw them, each with its number as its seed, so that equal
# numbers of trials print equal tables, on any machine. A row of 10,000 takes half a minute.
#
# The slow-down is real: AElf.Bench.SlowedPrograms is the benchmark over a workload whose actors spin for a share of
# their own processor time. Exits with 1 when fewer than 9 of 10 slow-downs are found, or more than 1 of 20 of the same.
set -euo pipefail
cd "$(dirname "$0")/.."

trials= slow=5 threshold=5% budget=6 kind=both out=
program=tests/AElf.Bench.SlowedPrograms/bin/Release/net10.0/AElf.Bench.SlowedPrograms.dll
run="-n 200000 --grouprange 2000 2000 --repeattime 30 --actors 1"
while [ $# -gt 0 ]; do
    case $1 in
        --trials) trials=$2 ;;
        --slow-down) slow=$2 ;;
        --threshold) threshold=$2 ;;
        --budget) budget=$2 ;;
        --kind) kind=$2 ;;
        --run) run=$2 ;;
        --program) program=$2 ;;
        --out) out=$2 ;;
        *) echo "error: $1 is no option; see the head of $0" >&2; exit 1 ;;
    esac
    shift 2
done
if [ "$kind" = simulated ]; then
    tests=tests/AElf.Bench.Tests/bin/Release/net10.0/AElf.Bench.Tests
    [ -x "$tests" ] || { echo "error: $tests is not built: dotnet build -c Release" >&2; exit 2; }
    trials=${trials:-10000}
    rows=$(mktemp)
    trap 'rm -f "$rows"' EXIT
    [ -z "$out" ] || exec > >(tee -a "$out")
    AELF_GATE_TRIALS=$trials "$tests" -noLogo -noColor -showLiveOutput -class '*GateTrialsTests' < /dev/null > "$rows" \
        || { cat "$rows" >&2; exit 1; }
    table() {
        { echo "$2"; sed -n "s/.*\[OUTPUT\] $1 | //p" "$rows"; } | column -t -s '|' -o '|'
    }
    echo "# $trials comparisons of a build with itself for each noise, threshold 5 %, at most 200 pairs"
    table alarms "noise | shown ever | shown first | failed | before: shown ever | shown first | failed"
    echo
    found=$((trials > 600 ? trials / 10 : 60))
    echo "# $found comparisons for each noise and slow-down: how many fail, and after how many pairs they end"
    table power "noise | slower by | fail | pairs | before: fail | pairs"
    exit 0
fi
trials=${trials:-20}
[ -f "$program" ] || { echo "error: $program is not built: dotnet build -c Release" >&2; exit 2; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ -z "$out" ] || exec > >(tee -a "$out")

# One comparison: prints its number, exit code and conclusion.
trial() {
    local number=$1 candidate=$2 code=0
    # shellcheck disable=SC2086 # the options of the run are words
    dotnet "$program" compare --candidate "slow-down=$candidate" --counts show --threshold "$threshold" \
        --budget "$budget" --folder "$folder/$candidate-$number" --json "$folder/result.json" $run --quiet \
        > "$folder/output.txt" 2>&1 || code=$?
    if [ "$code" != 0 ] && [ "$code" != 4 ]; then cat "$folder/output.txt" >&2; exit 2; fi
    rm -rf "${folder:?}/$candidate-$number"
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

series() {
    local candidate=$1 failed=0
    for number in $(seq "$trials"); do
        trial "$number" "$candidate"
        if [ "$last" = 4 ]; then failed=$((failed + 1)); fi
    done
    count=$failed
}

echo "# $(date -u +%Y-%m-%d) $(nproc) cores, $trials trials each, threshold $threshold, budget $budget min, run: $run"
result=0
if [ "$kind" != same ]; then
    echo "## candidate slowed down by $slow %"
    series "$slow"
    echo "found: $count of $trials"
    [ $((count * 10)) -ge $((trials * 9)) ] || result=1
fi
if [ "$kind" != slow ]; then
    echo "## the same on both sides"
    series 0
    echo "failed: $count of $trials"
    [ $((count * 20)) -le "$trials" ] || result=1
fi
exit $result
