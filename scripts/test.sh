#!/usr/bin/env bash
# Installs missing programs, builds Release, checks the format and runs all tests. The last line has the sums of all
# projects.
set -euo pipefail

usage() {
    cat <<'EOF'
Usage: scripts/test.sh [--fast | --all] [--filter TEXT] [--seed N] [--no-build] [--keep FOLDER] [--source FOLDER]

Builds the changed projects, checks the format, and runs the tests. The last line is "N passed, N failed, N skipped".

Installs missing programs with apt-get: redis-server, nutcracker, openssl, curl, chromium, iproute2, nftables,
openssh-server, strace, litecoind, python3-electrum, zsh, fish. Garnet is a .NET tool; it is restored from the package
source. Tests in network namespaces need root. Tests over Valkey or KeyDB need an installed server, or a server of the
Redis protocol at AELF_TESTS_STORE=HOST:PORT. Without these, the tests are skipped.

  --fast           unit tests, and one process of each program: one or two minutes, for use after a change. Skips the
                   format, the analyzers and the style tests (TidyTests)
  --all            run the long tests too (sets AELF_TESTS_ALL=1), and the analyzers over the tests' code
  --filter TEXT    run tests whose full name contains TEXT; TEXT|TEXT for several. Builds only the projects of these
                   tests. Skips the format and the analyzers
  --seed N         set the order of the tests, for example to repeat a failed run
  --no-build       run the existing build
  --keep FOLDER    keep the results in FOLDER, as .trx files
  --source FOLDER  use an additional package source
  -h, --help

Examples:
  scripts/test.sh
  scripts/test.sh --fast
  scripts/test.sh --filter 'Redis|Grouper'
  AELF_CHAOS_MINUTES=60 AELF_CHAOS_LOG=/tmp/chaos.log scripts/test.sh --all --filter ForAnHour
                        an hour of random faults on a real cluster, logged to a file; AELF_TESTS_SEED=N repeats them

Exit codes: 0 all tests passed, 1 a test or the format failed, no test ran, or wrong usage, 2 environment.
EOF
}

usage_error() {
    printf 'test.sh: %s\nTry: scripts/test.sh --help\n' "$1" >&2
    exit 1
}

fast='' filter='' source='' order='' kept='' builds=true
while (($# > 0)); do
    case $1 in
        --filter | --source | --seed | --keep)
            (($# >= 2)) && [[ -n $2 ]] || usage_error "$1 needs a value"
            ;;&
        --fast) fast=true ;;
        --all) export AELF_TESTS_ALL=1 ;;
        --no-build) builds='' ;;
        --filter)
            filter=$2
            shift
            ;;
        --source)
            [[ -d $2 ]] || usage_error "--source: folder '$2' not found"
            source=$(cd "$2" && pwd)
            shift
            ;;
        --seed)
            [[ $2 =~ ^[0-9]{1,9}$ ]] || usage_error "--seed needs a number of at most nine digits, not '$2'"
            order=$2
            shift
            ;;
        --keep)
            mkdir -p "$2" || usage_error "--keep: cannot create the folder '$2'"
            kept=$(cd "$2" && pwd)
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *) usage_error "unknown option '$1'" ;;
    esac
    shift
done
if [[ -n $fast && ${AELF_TESTS_ALL:-} == 1 ]]; then
    usage_error '--fast and --all exclude each other'
fi

# From here on, the sum is always the last line.
passed=0 failed=0 skipped=0 results='' format=''
finish() {
    local code=$?
    end_compiler
    [[ -z $format ]] || { kill "$format" && wait "$format"; } 2> /dev/null || true
    if [[ -n $results ]]; then
        cat "$results/failures" 2> /dev/null || true
        [[ -n $kept ]] || rm -rf -- "$results"
    fi
    printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    exit "$code"
}

end_compiler() {
    [[ -n ${SharedCompilationId:-} ]] || return 0
    local id
    for id in $(grep -lsF -- "-pipename:$SharedCompilationId" /proc/[0-9]*/cmdline | cut -d / -f 3); do
        kill "$id" 2> /dev/null || true
    done
}
trap finish EXIT
trap 'exit 2' INT TERM HUP

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debian keeps nutcracker in /usr/sbin, which is not on the PATH of ordinary users.
export PATH="$PATH:/usr/sbin:/usr/local/sbin"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
export MSBUILDDISABLENODEREUSE=1 DOTNET_CLI_USE_MSBUILD_SERVER=0
# The script has its own compiler server and ends it, so no process outlives the script. With --fast, it uses the
# shared compiler server, which is warm and ends by itself when idle.
once=(env)
if [[ -z $fast ]]; then
    export SharedCompilationId="aelf-tests-$$"
    # These processes are short: recompiling their hot methods takes longer than it saves.
    once=(env DOTNET_TieredCompilation=0)
fi
# In a short process, profiling and double mapping of code cost more than they save. Without them, the compiler takes
# two thirds of the time.
export DOTNET_TieredPGO=0 DOTNET_EnableWriteXorExecute=0

environment_error() {
    printf 'test.sh: %s\n' "$1" >&2
    exit 2
}

as_root() {
    if ((EUID == 0)); then
        env "$@"
    else
        sudo -n env "$@"
    fi
}

# Debian packages start their service on installation. Stops a service that this script just installed. Existing
# services stay.
stop_service() {
    if as_root service "$1" status > /dev/null 2>&1; then
        as_root service "$1" stop > /dev/null 2>&1 \
            || environment_error "the service $1, started by apt-get, does not stop; stop it with: service $1 stop"
    fi
}

install_missing() {
    local -a missing=()
    command -v redis-server > /dev/null || missing+=(redis-server)
    command -v redis-cli > /dev/null || missing+=(redis-tools)
    command -v nutcracker > /dev/null || missing+=(nutcracker)
    command -v openssl > /dev/null || missing+=(openssl)
    command -v curl > /dev/null || missing+=(curl)
    command -v ip > /dev/null || missing+=(iproute2)
    command -v nft > /dev/null || missing+=(nftables)
    command -v sshd > /dev/null || missing+=(openssh-server)
    command -v ssh > /dev/null || missing+=(openssh-client)
    command -v strace > /dev/null || missing+=(strace)
    command -v chromium > /dev/null || missing+=(chromium)
    command -v zsh > /dev/null || missing+=(zsh)
    command -v fish > /dev/null || missing+=(fish)
    command -v litecoind > /dev/null || missing+=(litecoind)
    /usr/bin/python3 -c "import electrum" 2> /dev/null || missing+=(python3-electrum)
    if ((${#missing[@]} == 0)); then
        return
    fi
    local by_hand="apt-get install ${missing[*]}"
    command -v apt-get > /dev/null \
        || environment_error "missing: ${missing[*]}; install them (there is no apt-get)"
    if ((EUID != 0)) && ! sudo -n true 2> /dev/null; then
        environment_error "missing: ${missing[*]}; installing needs root: $by_hand"
    fi
    printf 'test.sh: installing %s\n' "${missing[*]}"
    # RUNLEVEL=1 keeps init scripts from starting services. systemd ignores it, so services are stopped below.
    local -a apt=(DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -qq -o DPkg::Lock::Timeout=120)
    as_root "${apt[@]}" update < /dev/null \
        && as_root "${apt[@]}" install -y --no-install-recommends "${missing[@]}" < /dev/null \
        || environment_error "apt-get failed; by hand: apt-get update && $by_hand"
    local package
    for package in "${missing[@]}"; do
        case $package in
            redis-server | nutcracker) stop_service "$package" ;;
            openssh-server) stop_service ssh ;;
        esac
    done
}

# Adds the counters of one result file. A run that failed without a failed test counts as one failure.
add_results() { # project exit_code file
    local counters='' total=0 ok=0 bad=0
    if [[ -f $3 ]]; then
        counters=$(grep -o '<Counters [^>]*>' "$3" | head -n 1)
        total=$(attribute total "$counters")
        ok=$(attribute passed "$counters")
        bad=$(attribute failed "$counters")
    fi
    if (($2 != 0 && bad == 0)); then
        tail -n 30 "$results/$1.log" >&2
        printf 'test.sh: %s ended with exit code %d without a failed test: counted as one failure\n' "$1" "$2" >&2
        ((bad += 1, total += 1))
    fi
    ((passed += ok, failed += bad, skipped += total - ok - bad)) || true
    if ((bad > 0)) && [[ -f $3 ]]; then
        name_failures "$3" >> "$results/failures"
    fi
}

# Prints each failure in at most 24 lines. The script shows them at the end of its output. A .trx file is one line.
name_failures() { # file
    sed 's/></>\n</g' "$1" | awk '
        /<UnitTestResult / {
            failed = / outcome="Failed"/
            match($0, / testName="[^"]*"/)
            name = substr($0, RSTART + 11, RLENGTH - 12)
        }
        failed && /<ErrorInfo>/ { lines = 24; print "Failed " name }
        lines > 0 && lines-- { print "  " $0 }
        /<\/ErrorInfo>/ { lines = 0 }
    ' | sed -E 's/<\/?[A-Za-z]+>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&#x[DA];//g; s/&amp;/\&/g; /^ *$/d'
}

attribute() { # name element
    [[ $2 =~ \ $1=\"([0-9]+)\" ]] && printf '%s' "${BASH_REMATCH[1]}" || printf 0
}

# Counts ended tests and names failed tests at once. The reasons follow at the end.
show_progress() { # project
    awk -v project="$1" '
        / \[FINISHED\] / {
            if (++ended % 200 == 0) { print "  " project ": " ended " tests have ended"; fflush() }
        }
        / \[FAIL\]$/ { print; fflush() }
    '
}

run_tests() { # project
    local code=0 text
    local -a arguments=(
        -noLogo -noColor -noAutoReporters -reporter verbose -trx "$results/$1.trx" -parallelMode all)
    # Garbage collection pauses all tests, and simulations allocate much. Collect only every 64 MiB.
    local -a texts=() settings=(DOTNET_GCgen0size=0x4000000)
    IFS='|' read -ra texts <<< "$filter"
    for text in "${texts[@]}"; do
        arguments+=(-method "*$text*")
    done
    if [[ $1 == AElf.Bench.IntegrationTests ]]; then
        # Integration tests mostly wait for processes.
        arguments+=(-maxThreads 4x)
    fi
    if [[ -n $fast && $1 == AElf.Bench.IntegrationTests ]]; then
        arguments+=(-trait loop=inner)
    elif [[ -n $fast ]]; then
        arguments+=(-class- AElf.Bench.Tests.Tidy.TidyTests)
    fi
    printf '%s\n' "$1"
    env "${settings[@]}" "${bound[@]}" "tests/$1/bin/Release/net10.0/$1" ${order:+":$order"} "${arguments[@]}" \
        < /dev/null 2>&1 | tee "$results/$1.log" | show_progress "$1" || code=$?
    if ((code == 137)); then
        name_unended "$results/$1.log" >> "$results/failures"
    fi
    add_results "$1" "$code" "$results/$1.trx"
    printf '  %s: %d passed, %d failed so far, after %d s\n' "$1" "$passed" "$failed" "$SECONDS"
}

# Prints the tests that were running at the kill. One of them hangs.
name_unended() { # log
    printf 'Killed while these tests were running:\n'
    awk '
        match($0, / \[STARTING\]/) { running[substr($0, 1, RSTART - 1)] }
        match($0, / \[FINISHED\]/) { delete running[substr($0, 1, RSTART - 1)] }
        END { for (test in running) print test }
    ' "$1" | sort
}

# Succeeds if all packages were restored after the last change of the projects.
is_restored() {
    local project file
    for project in src/*/*.csproj tests/*/*.csproj; do
        [[ $project != */AElf.Bench.Microbenchmarks.csproj ]] || continue
        for file in "$project" {src,tests}/Directory.*; do
            [[ ${project%/*}/obj/project.assets.json -nt $file ]] || return 1
        done
    done
}

# Prints the test projects that declare a name with a text of the filter. Both projects run the contracts of the kit.
projects_of() { # filter
    local -a texts=() declared=()
    local text project
    IFS='|' read -ra texts <<< "$1"
    for text in "${texts[@]}"; do
        # The part behind the last dot is the name of the type or method.
        declared+=(-e "^namespace .*${text##*.}" -e "(class|record|void|Task) .*${text##*.}")
    done
    for project in "${projects[@]}"; do
        if grep -rqiE --include='*.cs' --exclude-dir=obj "${declared[@]}" \
            "tests/$project" tests/AElf.Bench.TestKit; then
            printf '%s\n' "$project"
        fi
    done
}

build() {
    local -a arguments=(-c Release -nodeReuse:false -v minimal -clp:NoSummary)
    local what=AElf.Bench.sln
    if ((${#projects[@]} == 1)); then
        what=tests/${projects[0]}
    elif [[ -n $fast$filter ]]; then
        what=tests/fast.slnf
    fi
    if [[ -n $fast ]]; then
        ! is_restored || arguments+=(--no-restore)
    fi
    if [[ -n $source ]]; then
        arguments+=("-p:RestoreAdditionalProjectSources=$source")
    fi
    if [[ ${AELF_TESTS_ALL:-} == 1 ]]; then
        arguments+=(-p:Analyze=all)
    elif [[ -z $fast$filter ]]; then
        arguments+=(-p:Analyze=src)
    fi
    if ! "${once[@]}" dotnet build "$what" "${arguments[@]}" < /dev/null; then
        printf 'test.sh: the build failed, no test ran\n' >&2
        exit 1
    fi
    end_compiler
    printf 'built after %d s\n' "$SECONDS"
    if [[ -n $fast && -z $filter || ${projects[*]} == AElf.Bench.Tests ]]; then
        # The unit tests need no .NET tools.
        return
    fi
    dotnet tool restore --tool-manifest tests/dotnet-tools.json < /dev/null > "$results/tools.log" 2>&1 || {
        cat "$results/tools.log" >&2
        environment_error 'the .NET tools in tests/dotnet-tools.json cannot be restored; the tests need them'
    }
}

start_format() {
    "${once[@]}" dotnet format whitespace --folder . --exclude '**/obj/**' --verify-no-changes < /dev/null \
        > "$results/format.log" 2>&1 &
    format=$!
}

end_format() {
    local code=0
    wait "$format" || code=$?
    format=''
    if ((code != 0)); then
        cat "$results/format.log" >&2
        printf 'test.sh: wrong format, counted as one failure; correct it: dotnet format whitespace --folder .\n' >&2
        ((failed += 1))
    fi
}

command -v dotnet > /dev/null || environment_error 'the .NET 10 SDK is missing: no dotnet on the PATH'
install_missing
results=${kept:-$(mktemp -d)}
rm -f -- "$results/failures"
projects=(AElf.Bench.Tests AElf.Bench.IntegrationTests)
if [[ -n $filter ]]; then
    mapfile -t projects < <(projects_of "$filter")
    ((${#projects[@]} > 0)) || usage_error "no test has '$filter' in its name"
fi
# The format is checked while the build restores the packages, which uses one processor.
if [[ -z $fast$filter ]]; then
    start_format
fi
if [[ -n $builds ]]; then
    build
fi
if [[ -n $format ]]; then
    end_format
fi
# Each wait of a test has a limit of minutes. A longer run hangs.
bound=()
if [[ ${AELF_TESTS_ALL:-} != 1 ]]; then
    bound=(timeout --foreground --signal KILL 40m)
fi
for project in "${projects[@]}"; do
    run_tests "$project"
done
if ((failed > 0 || passed == 0)); then
    exit 1
fi
