# shellcheck shell=bash
# The checks of scripts/containers.sh, which reads this file. It is not a command: call scripts/containers.sh test.

# shellcheck disable=SC2154 # scripts/containers.sh assigns the rest.
readonly run_deadline=180 report=/reports/report.json page=127.0.0.1:5053

# Starts a run. The run may be disturbed by other programs of this machine.
benchmark() { # scenario, options...
    local -n files=$1
    shift
    timeout --foreground "$run_deadline" "${compose[@]}" "${files[@]}" run --rm -T \
        -e AELF_MEASURE_ALLOWDISTURBED=true benchmark --workers 5 --json "$report" "$@" < /dev/null
}

expect() { # what is expected, command...
    local what=$1
    shift
    "$@" > /dev/null 2>&1 || check_failed "expected: $what"
}

inspect() { # container template
    docker inspect --format "$2" "$1"
}

# Checks exactly once: both audits passed, no account differs, and the stores counted the operations of the actors.
# Unreported operations of a killed process are within the bounds of the ledger.
expect_exactly_once() { # reconciliation, or several as A|B
    local text fact
    text=$("${compose[@]}" "${scenario3[@]}" run --rm -T --no-deps --entrypoint cat benchmark "$report" \
        2> /dev/null < /dev/null)
    for fact in '"conservation": "passed"' '"replay": "passed"' '"accountsWrong": 0' "\"reconciliation\": \"($1)"; do
        expect "$fact in the report" grep -qE "$fact" <<< "$text"
    done
    printf '        %s\n' "$(grep -m1 -oP '"claim": "\K[^·]*' <<< "$text")"
}

check_rights() {
    local container status
    for container in $(containers); do
        status=$(docker exec "$container" cat /proc/1/status)
        expect "$container does not run as root" grep -qP '^Uid:\t[1-9]' <<< "$status"
        expect "$container has no capabilities" grep -qP '^CapEff:\t0+$' <<< "$status"
        expect "$container cannot gain privileges" grep -qP '^NoNewPrivs:\t1$' <<< "$status"
        if docker exec "$container" sh -c ': > /etc/written || : > /bin/written' 2> /dev/null; then
            check_failed "$container can write to its root file system"
        fi
        expect "$container has a read-only root" test "$(inspect "$container" '{{.HostConfig.ReadonlyRootfs}}')" = true
    done
}

check_ports() {
    local published
    published=$(docker ps --filter label=com.docker.compose.project=aelf-bench --format '{{.Ports}}' \
        | grep -oE '[^ ,]+->[^ ,]+' | sort -u)
    expect "only $page is published; published are: $published" test "$published" = "$page->5053/tcp"
    local path
    for path in / /health /status /metrics; do
        expect "http://$page$path answers 200" curl -sfo /dev/null --noproxy '*' --retry 9 "http://$page$path"
    done
}

# A benchmark and a worker with another secret are refused, and the members stay the same.
check_wrong_secret() {
    local folder program code=0
    folder=$(mktemp -d)
    chmod 755 "$folder"
    printf 'another secret than that of the cluster\n' > "$folder/secret"
    docker run --rm --network aelf-bench_control --read-only --tmpfs /tmp -v "$folder:/wrong:ro" \
        aelf-bench/benchmark:1.0 --manager manager:4053 --secret-file /wrong/secret -n 8000 > "$folder/log" 2>&1 \
        || code=$?
    expect "a benchmark with another secret ends with exit code 2, not $code" test "$code" = 2
    program=$(docker run -d --network aelf-bench_control --read-only --tmpfs /tmp -v "$folder:/wrong:ro" \
        -e AELF_DATABASE_TYPE=redis aelf-bench/worker:1.0 --manager manager:4053 --name stranger \
        --secret-file /wrong/secret 2> /dev/null)
    local since=$SECONDS
    until docker logs "$program" 2>&1 | grep -qi secret; do
        ((SECONDS - since < 30)) || check_failed 'a worker with another secret did not name the secret within 30 s'
        sleep 0.5
    done
    docker rm -f "$program" > /dev/null
    if curl -s --noproxy '*' "http://$page/status" | grep -F '"stranger"'; then
        check_failed 'expected: no worker with another secret among the members'
    fi
    rm -rf -- "$folder"
}

# Ends a service's process 1 with SIGKILL during a run. The signal does not go through the engine, because an engine
# does not restart a container that it ended.
check_killed() { # service
    local log container pid before since=$SECONDS code=0
    log=$(mktemp)
    container=$(containers "$1")
    before=$(inspect "$container" '{{.RestartCount}}')
    benchmark scenario3 -n 240000 --groups 1200 --rounds 5 --warmup 1 > "$log" 2>&1 &
    local running=$!
    until grep -q 'round 1 of' "$log"; do
        if ((SECONDS - since > run_deadline)) || ! kill -0 "$running" 2> /dev/null; then
            cat "$log" >&2
            check_failed 'the run did not reach its first round'
        fi
        sleep 0.05
    done
    pid=$(inspect "$container" '{{.State.Pid}}')
    docker run --rm --network none --pid host debian:12-slim sh -c "kill -9 $pid"
    wait "$running" || code=$?
    if ((code != 5)); then
        cat "$log" >&2
        check_failed "expected: a run with a fault ends with exit code 5, not $code"
    fi
    expect "$1 was started again" test "$(inspect "$container" '{{.RestartCount}}')" -gt "$before"
    rm -f -- "$log"
    wait_healthy
    expect_exactly_once 'equal|within bounds'
}

ask_prometheus() { # query
    local url i character
    for ((i = 0; i < ${#1}; i++)); do
        character=${1:i:1}
        printf -v character '%%%02x' "'$character"
        url+=$character
    done
    docker exec "$(containers prometheus)" wget -qO- "http://127.0.0.1:9090/api/v1/query?query=$url"
}

# Each query of the dashboard has data during a run. Grafana replaces the interval in queries.
check_dashboard() {
    local missing='' running since=$SECONDS log
    local -a queries
    mapfile -t queries < <(grep -oP '"expr": "\K(\\.|[^"\\])*' docker/metrics/dashboard.json \
        | sed 's/\\"/"/g; s/\$__rate_interval/20s/g')
    ((${#queries[@]} > 20)) || check_failed "the dashboard has ${#queries[@]} queries"
    log=$(mktemp)
    benchmark scenario2 -n 240000 --groups 1200 --rounds 40 > "$log" 2>&1 &
    running=$!
    while missing=$(unanswered "${queries[@]}") && [[ -n $missing ]]; do
        if ! kill -0 "$running" 2> /dev/null; then
            cat "$log" >&2
            check_failed "no data during the run for: $missing"
        fi
    done
    wait "$running"
    rm -f -- "$log"
    printf '        %d queries\n' "${#queries[@]}"
}

unanswered() { # queries...
    local query
    for query in "$@"; do
        if ! ask_prometheus "$query" | grep -F '"value":' | grep -qvF '"NaN"'; then
            printf '%s\n' "$query"
            return
        fi
    done
}

check() {
    needs curl curl
    up
    step 'check users, rights, read-only roots and capabilities of the containers'
    check_rights
    step 'check that the live page answers and that nothing else is published'
    check_ports
    step 'check that the wrong secret is refused'
    check_wrong_secret
    step 'run over 8 shards and 5 proxies'
    quietly benchmark scenario3 -n 240000 --groups 1200 --rounds 5
    expect_exactly_once equal
    step 'kill -9 of a worker during a run'
    check_killed worker-3
    step 'kill -9 of the manager during a run'
    check_killed manager
    step 'check the log of the programs'
    if "${compose[@]}" "${scenario3[@]}" logs --no-color 2>&1 | grep -F 'set its mode'; then
        check_failed 'expected: no warning about the mode of a file'
    fi
    remove_containers

    base_image prom/prometheus:v3.5.0 make_prometheus
    step 'start scenario II with Prometheus: compose.scenario2.yml, compose.metrics.yml'
    start scenario2 redis-1 manager worker-{1..5} prometheus
    check_rights
    step 'run over one Redis'
    quietly benchmark scenario2 -n 240000 --groups 1200 --rounds 5
    expect_exactly_once equal
    step 'send every query of the dashboard to Prometheus during a run'
    check_dashboard
    remove_containers
    step 'sizes of the images'
    docker images --format '        {{.Repository}}:{{.Tag}} {{.Size}}' 'aelf-bench/*'
    step 'all checks passed'
}
