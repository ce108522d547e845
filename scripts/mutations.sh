#!/usr/bin/env bash
# Mutation test: changes single operators of the product at random places and counts the changes that fail a unit test.
set -euo pipefail

usage() {
    cat <<'EOF'
Usage: scripts/mutations.sh [--count N] [--seed N] [--least PERCENT] [--tests ARGUMENTS] [FOLDER ...]

Draws random places in the folders (default: scheduling, routing, options, cluster, transfers, comparisons, statistics
and settings), changes one comparison, condition or number at each, builds, and runs the unit tests until one fails.
Works in a copy of HEAD. A change that does not compile is replaced by another. Read the unnoticed changes: some do not
change the behaviour.

  --count N          number of changes (default 40)
  --seed N           seed of the random places (default: random, and printed)
  --least PERCENT    minimum percentage of noticed changes (default 0)
  --tests ARGUMENTS  arguments of the test program, such as '-namespace AElf.Bench.Tests.Scheduling' (default: all)

Exit codes: 0 ok, 1 fewer changes noticed than --least, or wrong usage, 2 the copy does not build or its tests fail.
EOF
}

count=40 seed=$RANDOM least=0 tests=() folders=()
while (($# > 0)); do
    case $1 in
        --count) count=${2:?} && shift ;;
        --seed) seed=${2:?} && shift ;;
        --least) least=${2:?} && shift ;;
        --tests) read -ra tests <<< "${2:?}" && shift ;;
        -h | --help) usage && exit 0 ;;
        -*) printf 'mutations.sh: unknown option %s\nTry: scripts/mutations.sh --help\n' "$1" >&2 && exit 1 ;;
        *) folders+=("$1") ;;
    esac
    shift
done
((${#folders[@]} > 0)) || folders=(
    src/AElf.Bench.Core/Scheduling src/AElf.Bench.Core/Routing src/AElf.Bench.Core/Options
    src/AElf.Bench.Concurrency/Cluster src/AElf.Bench.Transfers src/AElf.Bench.Harness/Comparisons
    src/AElf.Bench.Harness/Statistics src/AElf.Bench.Settings)

root=$(git rev-parse --show-toplevel)
copy=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$copy"' EXIT
git -C "$root" worktree add -q --detach "$copy" HEAD
cd "$copy"
program=tests/AElf.Bench.Tests/bin/Release/net10.0/AElf.Bench.Tests

build() { dotnet build tests/AElf.Bench.Tests -c Release -v q > build.log 2>&1; }
# The style tests find no faults. A change is noticed, too, if it makes the tests hang.
limit=3600
run() { timeout "$limit" "$program" -stopOnFail -namespace- AElf.Bench.Tests.Tidy "${tests[@]}" > tests.log 2>&1; }

# The operators and their replacements.
printf '%s\t%s\n' ' <= ' ' < ' ' < ' ' <= ' ' >= ' ' > ' ' > ' ' >= ' ' == ' ' != ' ' != ' ' == ' ' && ' ' || ' \
    ' || ' ' && ' ' + 1' ' + 2' ' - 1' ' - 2' ' is null' ' is not null' ' is not null' ' is null' > changes

# Prints each place: file, line, operator, replacement.
places() {
    git ls-files -- "${folders[@]}" | grep '\.cs$' | xargs awk -F '\t' '
        FILENAME == "changes" { from[FNR] = $1; to[FNR] = $2; kinds = FNR; next }
        /^ *(\/\/|using |namespace |\[)/ { next }
        { for (i = 1; i <= kinds; i++) if (index($0, from[i])) print FILENAME "\t" FNR "\t" from[i] "\t" to[i] }
    ' changes
}

if ! build || ! { SECONDS=0 && run; }; then
    tail -n 20 build.log tests.log >&2
    exit 2
fi
limit=$((60 + 3 * SECONDS))

printf 'seed %s\n' "$seed"
noticed=0 tried=0
while IFS=$'\t' read -r file line from to; do
    ((tried < count)) || break
    awk -v at="$line" -v from="$from" -v to="$to" '
        NR == at { i = index($0, from); $0 = substr($0, 1, i - 1) to substr($0, i + length(from)) }
        { print }' "$file" > changed
    cp changed "$file"
    if build; then
        tried=$((tried + 1))
        if run; then outcome=unnoticed; else outcome=noticed && noticed=$((noticed + 1)); fi
        printf '%-9s %s:%s  %s->%s\n' "$outcome" "$file" "$line" "$from" "$to"
    fi
    git checkout -q -- "$file"
done < <(places | awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort -n | cut -f 2-)

printf 'noticed %d of %d (%d %%)\n' "$noticed" "$tried" $((100 * noticed / (tried > 0 ? tried : 1)))
((100 * noticed >= least * tried))
