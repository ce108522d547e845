#!/usr/bin/env bash
# Measures the speed tables of docs/sweeps.md: this program and redis-benchmark in turns, and their ratios.
set -euo pipefail
export LC_ALL=C

# Debian keeps nutcracker in /usr/sbin, which is not on the PATH of ordinary users.
PATH="$PATH:/usr/sbin:/usr/local/sbin"

readonly exit_usage=1 exit_environment=2
readonly parts=(strict multi batch single client proxy memory curve latency cluster)
readonly curve_actors=(1 2 3 4 8 12 13 14 16 20 24 28 32)
readonly cluster_processes=(1 2 4 8)

usage() {
    cat <<'HELP'
Usage: scripts/speed.sh [--only PART]... [--repeats N] [--divide N] [--program FILE]

Publishes the program, starts temporary Redis servers on free loopback ports, measures, and
prints Markdown tables: median [min-max] over the repeats. Compared programs run in turns. Each
ratio compares two neighbouring runs, so a machine that becomes slower affects both. Use a quiet
machine: the figures include the load of other programs.

  --only PART     measure this part; may be repeated
                    strict, multi, batch   4 actors x 128 lanes, against redis-benchmark with one
                                           key, and with our number of keys and value size
                    single                 1 actor x 1 lane, against one connection
                    client                 our client against StackExchange.Redis
                    proxy                  strict through one nutcracker over 4 shards
                    memory                 the embedded store
                    curve                  1 to 32 actors with one lane each
                    latency                curve, with 1 ms added to each round trip
                    cluster                a manager and 1 to 8 worker processes, against one process
  --repeats N     repeats of each comparison, 1 to 99 (default 5)
  --divide N      divide every load by N, 1 to 100: to test the script, not for figures
  --program FILE  measure this AElf.Benchmark.dll instead of publishing this tree
  -h, --help

Examples:
  scripts/speed.sh                                    all parts: about an hour
  scripts/speed.sh --only strict --only batch
  scripts/speed.sh --only curve --repeats 3 > curve.md
  scripts/speed.sh --repeats 1 --divide 10            a short test of the script

Exit codes: 0 ok, 1 usage, 2 environment; the exit code of the program if one of its runs fails.
HELP
}

usage_error() {
    printf 'speed.sh: %s\nTry: scripts/speed.sh --help\n' "$1" >&2
    exit "$exit_usage"
}

environment_error() {
    printf 'speed.sh: %s\n' "$1" >&2
    exit "$exit_environment"
}

number() { # option text most
    if [[ ! $2 =~ ^[0-9]{1,3}$ ]] || ((10#$2 < 1 || 10#$2 > $3)); then
        usage_error "$1 must be a number from 1 to $3, not '$2'"
    fi
    printf '%s' "$((10#$2))"
}

repeats=5 divide=1 program='' only=()
while (($# > 0)); do
    case $1 in
        -h | --help)
            usage
            exit 0
            ;;
        --only | --repeats | --divide | --program) (($# > 1)) || usage_error "$1 needs a value" ;;
        *) usage_error "unknown option '$1'" ;;
    esac
    case $1 in
        --only)
            [[ " ${parts[*]} " == *" $2 "* ]] || usage_error "--only must be one of: ${parts[*]}; not '$2'"
            only+=("$2")
            ;;
        --repeats) repeats=$(number --repeats "$2" 99) ;;
        --divide) divide=$(number --divide "$2" 100) ;;
        --program)
            [[ -f $2 ]] || usage_error "--program: file $2 not found"
            program=$(realpath -- "$2")
            ;;
    esac
    shift 2
done
((${#only[@]} > 0)) || only=("${parts[@]}")

wanted() { # part
    [[ " ${only[*]} " == *" $1 "* ]]
}

cd "$(dirname "${BASH_SOURCE[0]}")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
# No build server, so that no process outlives this script.
export MSBUILDDISABLENODEREUSE=1 DOTNET_CLI_USE_MSBUILD_SERVER=0 UseSharedCompilation=false
# Settings of the environment must not change the measurements.
unset "${!AELF_DATABASE_@}" "${!AELF_ACTOR_@}"
export AELF_REDIS_AOF=0

missing=''
for tool in dotnet redis-server redis-benchmark redis-cli; do
    command -v "$tool" > /dev/null || missing+=" $tool"
done
if wanted proxy; then
    command -v nutcracker > /dev/null || missing+=' nutcracker'
fi
[[ -z $missing ]] || environment_error "not installed:$missing"

work=$(mktemp -d)
child=''

# Children run in the background: bash handles a signal during wait, but not during a foreground child.
run() { # command...
    "$@" < /dev/null &
    child=$!
    local code=0
    wait "$child" || code=$?
    child=''
    return "$code"
}

finish() {
    local code=$?
    trap '' INT TERM HUP
    if [[ -n $child ]]; then
        kill -TERM "$child" 2> /dev/null || true
        wait "$child" 2> /dev/null || true
    fi
    local servers
    for servers in "$work"/servers-*; do
        if [[ -f $servers/aelf-bench-servers ]]; then
            AELF_REDIS_DIR=$servers scripts/redis.sh down || true
        fi
    done
    rm -rf -- "$work"
    exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit "$exit_environment"' TERM HUP

progress() {
    printf 'speed.sh: %s\n' "$1" >&2
}

publish() {
    progress 'publishing the programs'
    program=$work/program/AElf.Benchmark.dll
    run dotnet publish src/AElf.Benchmark -c Release -nodeReuse:false -o "$work/program" > "$work/publish.log" 2>&1 || {
        cat "$work/publish.log" >&2
        environment_error 'the programs do not build (the output is above)'
    }
}

# Starts servers and sets store_options, port and shard_ports for the next measurement.
store_options=() port='' shard_ports=()
use_servers() { # shards proxies
    local folder=$work/servers-$1-$2
    if [[ ! -f $folder/aelf-bench-servers ]]; then
        AELF_REDIS_DIR=$folder run scripts/redis.sh up "$1" "$2" > "$work/options-$1-$2" \
            || environment_error 'scripts/redis.sh up failed'
    fi
    read -ra store_options < "$work/options-$1-$2"
    port=${store_options[5]}
    shard_ports=("$port")
    if (($2 > 0)); then
        IFS=, read -ra shard_ports <<< "${store_options[7]}"
        shard_ports=("${shard_ports[@]##*:}")
    fi
}

# Prints the field NAME in the top-level object SECTION of a report. The report has one field on each line.
field() { # file section name
    awk -v section="$2" -v name="$3" '
        /^  "/ { split($0, words, "\""); inside = words[2] == section }
        inside && $1 == "\"" name "\":" { gsub(/[",]/, "", $2); print $2; found = 1; exit }
        END { exit !found }' "$1"
}

# Runs the program once; appends the result to the arm's samples.
transfers() { # arm option...
    local arm=$1 code=0
    shift
    rm -f "$work/report.json"
    progress "$arm: AElf.Benchmark $*"
    run dotnet "$program" "$@" --repeattime 3 --ceiling off --quiet --json "$work/report.json" \
        > "$work/run.log" 2>&1 || code=$?
    if ((code != 0)); then
        cat "$work/run.log" >&2
        progress "$arm: the run failed (its output is above)"
        exit "$code"
    fi
    field "$work/report.json" tps median >> "$work/$arm.rate"
    field "$work/report.json" figures cpuUsPerTransfer >> "$work/$arm.cpu"
    field "$work/report.json" figures allocatedBytesPerTransfer >> "$work/$arm.allocated"
}

# Runs redis-benchmark once; appends the transfers per second of its GET and SET rates: 1 / (2/GET + 2/SET).
bare() { # arm requests option...
    local arm=$1 requests=$(($2 / divide)) shard
    shift 2
    progress "$arm: redis-benchmark -t get,set $*"
    run redis-benchmark -h 127.0.0.1 -p "$port" -t get,set -n "$requests" "$@" --csv \
        > "$work/bare.csv" 2> "$work/bare.log" \
        || environment_error "redis-benchmark failed: $(< "$work/bare.log")"
    awk -F, '
        { gsub(/"/, "") }
        $1 == "GET" { get = $2 }
        $1 == "SET" { set = $2 }
        END { if (get <= 0 || set <= 0) exit 1; printf "%.1f\n", 1 / (2 / get + 2 / set) }' \
        "$work/bare.csv" >> "$work/$arm.rate" \
        || environment_error "redis-benchmark printed no rates: $(< "$work/bare.csv")"
    # The keys of redis-benchmark would enlarge the hash tables for the next run.
    for shard in "${shard_ports[@]}"; do
        redis-cli -h 127.0.0.1 -p "$shard" flushall > /dev/null \
            || environment_error "the Redis on port $shard does not answer"
    done
}

# Prints median [min–max] of the numbers in the input, one on each line: rates with thousands separators, fractions with
# two decimals.
summary() { # rate|fraction
    sort -g | awk -v kind="$1" '
        function show(value,    text, grouped) {
            if (kind != "rate") return sprintf("%.2f", value)
            text = sprintf("%.0f", value)
            while (length(text) > 3) {
                grouped = "," substr(text, length(text) - 2) grouped
                text = substr(text, 1, length(text) - 3)
            }
            return text grouped
        }
        { values[NR] = $1 }
        END {
            middle = NR % 2 ? values[(NR + 1) / 2] : (values[NR / 2] + values[NR / 2 + 1]) / 2
            if (NR > 1) printf "%s [%s–%s]", show(middle), show(values[1]), show(values[NR])
            else printf "%s", show(middle)
        }'
}

ratio() { # arm baseline_arm
    paste "$work/$1.rate" "$work/$2.rate" | awk '{ print $1 / $2 }' | summary fraction
}

row() { # title arm [baseline_title baseline_arm]
    local baseline='–' rate='–' ratio='–'
    if (($# > 2)); then
        baseline=$3
        rate=$(summary rate < "$work/$4.rate")
        ratio="**$(ratio "$2" "$4")**"
    fi
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' \
        "$1" "$(summary rate < "$work/$2.rate")" "$baseline" "$rate" "$ratio" \
        "$(summary fraction < "$work/$2.cpu")" "$(summary fraction < "$work/$2.allocated")" >> "$work/table"
}

readonly block=(-n "$((240000 / divide))" --grouprange "$((1200 / divide))" "$((1200 / divide))")
readonly pool=(--actors 4 --lanes 128)
# The accounts of the block: a receiver for each group, a sender for each transfer.
readonly accounts=$((240000 / divide + 1200 / divide))

measure_mode() { # strict|multi|batch
    local turn
    use_servers 1 0
    for ((turn = 0; turn < repeats; turn++)); do
        transfers "$1" "${store_options[@]}" "${block[@]}" "${pool[@]}" --mode "$1"
        bare "$1-bare" 1000000 -P 64 -c 50
        bare "$1-keys" 1000000 -P 64 -c 50 -r "$accounts" -d 32
    done
    row "$1, 4 actors × 128 lanes" "$1" "\`redis-benchmark -P 64 -c 50\`" "$1-bare"
    row "$1, 4 actors × 128 lanes" "$1" "\`redis-benchmark -P 64 -c 50 -r $accounts -d 32\`" "$1-keys"
}

measure_single() {
    local turn
    use_servers 1 0
    for ((turn = 0; turn < repeats; turn++)); do
        transfers single "${store_options[@]}" -n "$((24000 / divide))" \
            --grouprange "$((120 / divide))" "$((120 / divide))" --actors 1 --lanes 1 --mode strict
        bare single-bare 200000 -P 2 -c 1
    done
    row 'strict, 1 actor × 1 lane' single "\`redis-benchmark -P 2 -c 1\`" single-bare
}

measure_client() {
    local turn
    use_servers 1 0
    for ((turn = 0; turn < repeats; turn++)); do
        transfers pipelined "${store_options[@]}" "${block[@]}" "${pool[@]}" --mode strict --client pipelined
        transfers stackexchange "${store_options[@]}" "${block[@]}" "${pool[@]}" --mode strict --client stackexchange
    done
    row 'strict, 4 actors × 128 lanes' pipelined "\`--client stackexchange\`, 4 actors × 128 lanes" stackexchange
}

measure_proxy() {
    local turn
    use_servers 4 1
    for ((turn = 0; turn < repeats; turn++)); do
        transfers proxy "${store_options[@]}" "${block[@]}" "${pool[@]}" --mode strict
        bare proxy-deep 500000 -P 256 -c 4 -r "$accounts" -d 32
        bare proxy-wide 500000 -P 64 -c 50 -r "$accounts" -d 32
    done
    row 'strict, 4 actors × 128 lanes, nutcracker, 4 shards' proxy \
        "\`redis-benchmark -P 256 -c 4 -r $accounts -d 32\` through it" proxy-deep
    row 'strict, 4 actors × 128 lanes, nutcracker, 4 shards' proxy \
        "\`redis-benchmark -P 64 -c 50 -r $accounts -d 32\` through it" proxy-wide
}

measure_memory() {
    local turn
    for ((turn = 0; turn < repeats; turn++)); do
        transfers memory --database inmemory -n "$((1000000 / divide))" \
            --grouprange "$((5000 / divide))" "$((5000 / divide))" "${pool[@]}" --mode strict
    done
    row 'strict, 4 actors × 128 lanes, in memory' memory
}

measure_curve() {
    measure_actors curve 48000
}

measure_latency() {
    measure_actors latency 12000 --latency 1ms
}

measure_actors() { # part transfers option...
    local part=$1 load=$(($2 / divide)) turn actors
    shift 2
    use_servers 1 0
    for ((turn = 0; turn < repeats; turn++)); do
        for actors in "${curve_actors[@]}"; do
            transfers "$part-$actors" "${store_options[@]}" -n "$load" \
                --grouprange "$((load / 100))" "$((load / 100))" --actors "$actors" --lanes 1 --mode strict \
                --dispatchers per-actor "$@"
        done
    done
}

# The same block over a new Redis each time: one process, then a manager with 1 to 8 worker processes. Each has 8 actors
# in total.
measure_cluster() {
    local turn processes
    for ((turn = 0; turn < repeats; turn++)); do
        transfers cluster-single scenario single --actors 8 "${block[@]}"
        for processes in "${cluster_processes[@]}"; do
            transfers "cluster-$processes" scenario cluster --servers 1 --processes "$processes" \
                --actors "$((8 / processes))" "${block[@]}"
            field "$work/report.json" figures managerCpuUsPerTransfer >> "$work/cluster-$processes.manager"
        done
    done
}

print_cluster() {
    local processes
    printf '\n| processes × actors, strict, one Redis | transfers/s | ratio to one process without a manager '
    printf '| CPU, µs a transfer: workers | manager |\n|--|--:|--:|--:|--:|\n'
    printf '| no manager, 1 × 8 | %s | – | %s | – |\n' "$(summary rate < "$work/cluster-single.rate")" \
        "$(summary fraction < "$work/cluster-single.cpu")"
    for processes in "${cluster_processes[@]}"; do
        printf '| %s × %s | %s | **%s** | %s | %s |\n' "$processes" "$((8 / processes))" \
            "$(summary rate < "$work/cluster-$processes.rate")" \
            "$(ratio "cluster-$processes" cluster-single)" \
            "$(paste "$work/cluster-$processes.cpu" "$work/cluster-$processes.manager" \
                | awk '{ print $1 - $2 }' | summary fraction)" \
            "$(summary fraction < "$work/cluster-$processes.manager")"
    done
}

# The fall is computed in each turn from the peak of this turn. 0.00 [0.00–0.00] marks the peak of every turn.
print_curve() { # part title
    local actors
    printf '\n| actors × 1 lane, strict%s | transfers/s | fall from the peak, %% | client CPU, µs |\n' "$2"
    printf '|--:|--:|--:|--:|\n'
    for actors in "${curve_actors[@]}"; do
        printf '| %s | %s | %s | %s |\n' "$actors" "$(summary rate < "$work/$1-$actors.rate")" \
            "$(fall "$1" "$actors")" "$(summary fraction < "$work/$1-$actors.cpu")"
    done
}

fall() { # part actors
    local others=() other
    for other in "${curve_actors[@]}"; do
        others+=("$work/$1-$other.rate")
    done
    paste "$work/$1-$2.rate" "${others[@]}" | awk '
        {
            peak = 0
            for (i = 2; i <= NF; i++) if ($i > peak) peak = $i
            print 100 * (1 - $1 / peak)
        }' | summary fraction
}

print_machine() {
    local model
    model=$(awk -F': *' '/^model name/ { print $2; exit }' /proc/cpuinfo)
    printf '%s, %s cores, kernel %s; redis %s, .NET %s; %s repeats, median [min–max]\n' \
        "${model:-$(uname -m)}" "$(nproc)" "$(uname -r)" \
        "$(redis-server --version | grep -o 'v=[^ ]*' | cut -c 3-)" \
        "$(dotnet --list-runtimes | awk '$1 == "Microsoft.NETCore.App" { version = $2 } END { print version }')" \
        "$repeats"
    ((divide == 1)) || printf '\n**Loads divided by %s: do not use these figures.**\n' "$divide"
}

print_table() {
    printf '\n| what | transfers/s | against | its transfers/s | ratio '
    printf '| client CPU, µs a transfer | allocated, B a transfer |\n|--|--:|--|--:|--:|--:|--:|\n'
    cat "$work/table"
}

[[ -n $program ]] || publish
for part in "${parts[@]}"; do
    wanted "$part" || continue
    case $part in
        strict | multi | batch) measure_mode "$part" ;;
        *) "measure_$part" ;;
    esac
done
print_machine
[[ ! -f $work/table ]] || print_table
if wanted curve; then
    print_curve curve ''
fi
if wanted latency; then
    print_curve latency ', 1 ms round trip added'
fi
if wanted cluster; then
    print_cluster
fi
