#!/usr/bin/env bash
# Starts temporary Redis shards on free loopback ports: alone, behind nutcracker proxies, or as a Redis Cluster.
set -euo pipefail

# Debian keeps nutcracker in /usr/sbin, which is not on the PATH of ordinary users.
PATH="$PATH:/usr/sbin:/usr/local/sbin"

readonly exit_usage=1 exit_environment=2
readonly start_deadline=15 stop_deadline=10
readonly most_shards=64 most_proxies=16

state="${AELF_REDIS_DIR:-${XDG_RUNTIME_DIR:-/tmp}/aelf-bench-redis-$UID}"
aof="${AELF_REDIS_AOF:-}"
cluster=''

usage() {
    cat <<'EOF'
Usage: scripts/redis.sh up [shards] [proxies] [--aof] [--cluster]
       scripts/redis.sh status
       scripts/redis.sh down

up      starts redis-server shards (default 1, at most 64) and nutcracker proxies in front
        of all shards (default 0, at most 16) on free ports of 127.0.0.1. Prints the
        options for AElf.Benchmark, one line for each shard, or for each proxy.
status  prints these options again, and whether each server answers (exit code 2 if not).
down    ends the servers that up started, and removes their folder.

  --aof      use an append-only file, synced every second (default: no persistence)
  --cluster  make the shards the masters of a Redis Cluster: at least three, no proxies
  -h, --help

Environment:
  AELF_REDIS_DIR   a new or empty folder for pids, ports, configuration and data
                   (default: aelf-bench-redis-<user id> in $XDG_RUNTIME_DIR or /tmp)
  AELF_REDIS_AOF   1 is the same as --aof

Examples:
  scripts/redis.sh up                      one Redis
  scripts/redis.sh up 3 2                  three shards behind two proxies
  scripts/redis.sh up 1 --aof              one Redis with an append-only file
  scripts/redis.sh up 3 --cluster          a Redis Cluster of three masters
  dotnet run -c Release --project src/AElf.Benchmark -- $(scripts/redis.sh up)
  scripts/redis.sh down

Exit codes: 0 ok, 1 usage, 2 environment.
EOF
}

usage_error() {
    printf 'redis.sh: %s\nTry: scripts/redis.sh --help\n' "$1" >&2
    exit "$exit_usage"
}

environment_error() {
    printf 'redis.sh: %s\n' "$1" >&2
    exit "$exit_environment"
}

# A process is identified by its id and start time, because ids are reused.
start_time_of() {
    local stat
    { read -r stat < "/proc/$1/stat"; } 2>/dev/null || return 1
    # The name, in brackets, may contain spaces and brackets. Fields are counted after its end.
    local -a fields
    read -ra fields <<< "${stat##*) }"
    [[ ${fields[0]} != Z ]] || return 1
    printf '%s' "${fields[19]}"
}

runs() { # pid start_time
    [[ $(start_time_of "$1") == "$2" ]]
}

port_is_free() {
    ! { : <> "/dev/tcp/127.0.0.1/$1"; } 2>/dev/null
}

free_port() {
    local attempt port
    for ((attempt = 0; attempt < 1000; attempt++)); do
        # Linux takes the ports of outgoing connections from a range above these.
        port=$((12000 + RANDOM % 20000))
        if port_is_free "$port"; then
            printf '%s' "$port"
            return
        fi
    done
    environment_error 'no free loopback port found'
}

answers_ping() { # port
    local reply=''
    {
        printf '%s' $'*1\r\n$4\r\nPING\r\n' >&3
        IFS= read -r -t 1 reply <&3
    } 2>/dev/null 3<> "/dev/tcp/127.0.0.1/$1" || return 1
    [[ $reply == $'+PONG\r' ]]
}

# Starts a server and writes it to the state folder. Fails if another program has taken the port.
start_server() { # kind port log command...
    local kind=$1 port=$2 log=$3
    shift 3
    setsid "$@" < /dev/null > "$log.out" 2>&1 &
    local pid=$! started deadline=$((SECONDS + start_deadline))
    started=$(start_time_of "$pid") || started=gone
    printf '%s %s %s %s\n' "$kind" "$pid" "$started" "$port" >> "$state/aelf-bench-servers"
    until runs "$pid" "$started" && answers_ping "$port" && runs "$pid" "$started"; do
        if ! runs "$pid" "$started"; then
            sed -i '$d' "$state/aelf-bench-servers"
            if grep -qsi 'address already in use' "$log" "$log.out"; then
                return 1
            fi
            cat "$log" "$log.out" >&2 2>/dev/null || true
            environment_error "$kind ended instead of serving on 127.0.0.1:$port (its output is above)"
        fi
        if ((SECONDS >= deadline)); then
            environment_error "$kind on 127.0.0.1:$port did not answer PING within $start_deadline s"
        fi
        sleep 0.05
    done
}

start_shard() { # number
    local folder="$state/shard$1" port attempt
    mkdir "$folder"
    for ((attempt = 0; attempt < 10; attempt++)); do
        port=$(free_port)
        cat > "$folder/redis.conf" <<EOF
bind 127.0.0.1
protected-mode yes
port $port
daemonize no
dir "$folder"
logfile "$folder/redis.log"
save ""
appendonly ${aof:-no}
appendfsync everysec
${cluster:+cluster-enabled yes
cluster-node-timeout 5000}
EOF
        if start_server redis-server "$port" "$folder/redis.log" redis-server "$folder/redis.conf"; then
            return
        fi
        rm -f "$folder/redis.log" "$folder/redis.log.out"
    done
    environment_error 'redis-server did not start: other programs took ten ports in a row'
}

start_proxy() { # number
    local folder="$state/proxy$1" port statistics attempt number=0 shard
    mkdir "$folder"
    for ((attempt = 0; attempt < 10; attempt++)); do
        port=$(free_port)
        statistics=$(free_port)
        {
            cat <<EOF
bench:
  listen: 127.0.0.1:$port
  redis: true
  hash: murmur
  hash_tag: "{}"
  distribution: ketama
  auto_eject_hosts: false
  timeout: 2000
  server_connections: 1
  servers:
EOF
            # Ketama hashes the name, so the ports do not change the distribution of the keys.
            number=0
            while read -r shard; do
                printf '   - 127.0.0.1:%s:1 shard%s\n' "$shard" "$((++number))"
            done < <(ports_of redis-server)
        } > "$folder/nutcracker.yml"
        if start_server nutcracker "$port" "$folder/nutcracker.log" \
            nutcracker -c "$folder/nutcracker.yml" -o "$folder/nutcracker.log" -a 127.0.0.1 -s "$statistics"; then
            return
        fi
        rm -f "$folder/nutcracker.log" "$folder/nutcracker.log.out"
    done
    environment_error 'nutcracker did not start: other programs took ten ports in a row'
}

make_cluster() {
    local -a nodes
    mapfile -t nodes < <(ports_of redis-server)
    if ! redis-cli --cluster create "${nodes[@]/#/127.0.0.1:}" --cluster-yes > "$state/create.log" 2>&1; then
        cat "$state/create.log" >&2
        environment_error 'redis-cli could not create the cluster (its output is above)'
    fi
    # Wait until each node knows that all slots are served.
    local node deadline=$((SECONDS + start_deadline))
    for node in "${nodes[@]}"; do
        until redis-cli -p "$node" cluster info | grep -q 'cluster_state:ok'; do
            ((SECONDS < deadline)) || environment_error "127.0.0.1:$node does not join the cluster"
            sleep 0.05
        done
    done
    # print_options reads this file.
    : > "$state/cluster"
}

ports_of() { # kind
    local kind port
    while read -r kind _ _ port; do
        if [[ $kind == "$1" ]]; then
            printf '%s\n' "$port"
        fi
    done < "$state/aelf-bench-servers"
}

print_options() {
    local -a shards proxies
    local list
    mapfile -t shards < <(ports_of redis-server)
    mapfile -t proxies < <(ports_of nutcracker)
    if [[ -e $state/cluster ]]; then
        printf -v list ',127.0.0.1:%s' "${shards[@]}"
        printf -- '--database redis-cluster --nodes %s\n' "${list:1}"
        return
    fi
    if ((${#proxies[@]} == 0)); then
        printf -- '--database redis --dbhost 127.0.0.1 --dbport %s\n' "${shards[@]}"
        return
    fi
    printf -v list ',127.0.0.1:%s' "${shards[@]}"
    local port
    for port in "${proxies[@]}"; do
        printf -- '--database twemproxy --dbhost 127.0.0.1 --dbport %s --shards %s\n' "$port" "${list:1}"
    done
}

stop_servers() {
    local -a lines
    mapfile -t lines < "$state/aelf-bench-servers"
    local line kind pid started port deadline=$((SECONDS + stop_deadline))
    for line in "${lines[@]}"; do
        read -r kind pid started port <<< "$line"
        if runs "$pid" "$started"; then
            # A stopped server handles SIGTERM only after SIGCONT.
            kill -TERM "$pid" || true
            kill -CONT "$pid" || true
        else
            printf 'redis.sh: %s on 127.0.0.1:%s (process %s) had already ended\n' "$kind" "$port" "$pid" >&2
        fi
    done
    for line in "${lines[@]}"; do
        read -r kind pid started port <<< "$line"
        while runs "$pid" "$started"; do
            if ((SECONDS >= deadline)); then
                kill -KILL "$pid" || true
            fi
            sleep 0.05
        done
    done 2>/dev/null
}

require_state() {
    if [[ ! -f $state/aelf-bench-servers || ! -O $state || -L $state ]]; then
        environment_error "no servers are up in $state. To start servers: scripts/redis.sh up"
    fi
}

up() { # shards proxies
    local missing=''
    command -v redis-server > /dev/null || missing+=' redis-server'
    [[ -z $cluster ]] || command -v redis-cli > /dev/null || missing+=' redis-tools'
    (($2 == 0)) || command -v nutcracker > /dev/null || missing+=' nutcracker'
    if [[ -n $missing ]]; then
        environment_error "not installed:$missing. Install with: apt-get install$missing"
    fi
    if [[ -e $state/aelf-bench-servers ]]; then
        environment_error "servers are already up in $state. To end them: scripts/redis.sh down"
    fi
    # The folder may exist and be empty. mkdir fails if another user creates it meanwhile.
    rmdir "$state" 2>/dev/null || true
    mkdir -p "$(dirname "$state")"
    mkdir -m 700 "$state" 2>/dev/null \
        || environment_error "cannot create $state: it exists and is not empty, or its parent is not writable"
    state=$(cd "$state" && pwd -P)
    : > "$state/aelf-bench-servers"
    trap 'abandon' EXIT
    trap 'exit "$exit_environment"' INT TERM HUP
    local number
    for ((number = 1; number <= $1; number++)); do
        start_shard "$number"
    done
    for ((number = 1; number <= $2; number++)); do
        start_proxy "$number"
    done
    [[ -z $cluster ]] || make_cluster
    trap - EXIT INT TERM HUP
    print_options
}

# Removes everything after a failed up.
abandon() {
    stop_servers
    rm -rf -- "$state"
}

status() {
    require_state
    print_options
    local kind pid started port all=0
    while read -r kind pid started port; do
        if runs "$pid" "$started" && answers_ping "$port"; then
            printf '%s on 127.0.0.1:%s (process %s) answers\n' "$kind" "$port" "$pid" >&2
        else
            printf '%s on 127.0.0.1:%s (process %s) does not answer\n' "$kind" "$port" "$pid" >&2
            all=$exit_environment
        fi
    done < "$state/aelf-bench-servers"
    return "$all"
}

down() {
    require_state
    stop_servers
    rm -rf -- "$state"
}

count() { # name text least most
    if [[ ! $2 =~ ^[0-9]{1,4}$ ]] || ((10#$2 < $3 || 10#$2 > $4)); then
        usage_error "$1 must be a number from $3 to $4, not '$2'"
    fi
    printf '%s' "$((10#$2))"
}

main() {
    local -a words=()
    local word
    for word in "$@"; do
        case $word in
            -h | --help)
                usage
                return
                ;;
            --aof) aof=yes ;;
            --cluster) cluster=yes ;;
            -*) usage_error "unknown option $word" ;;
            *) words+=("$word") ;;
        esac
    done
    case $aof in
        '' | 0) aof='' ;;
        1 | yes) aof=yes ;;
        *) usage_error "AELF_REDIS_AOF must be 0 or 1, not '$aof'" ;;
    esac
    if ((${#words[@]} == 0)); then
        usage_error 'a command is missing: up, status or down'
    fi
    case ${words[0]} in
        up)
            ((${#words[@]} <= 3)) || usage_error "up takes at most two numbers; remove '${words[3]}'"
            local shards proxies
            shards=$(count shards "${words[1]:-1}" 1 "$most_shards")
            proxies=$(count proxies "${words[2]:-0}" 0 "$most_proxies")
            if [[ -n $cluster ]] && ((shards < 3 || proxies > 0)); then
                usage_error "a cluster needs at least three shards and no proxies, not $shards and $proxies"
            fi
            up "$shards" "$proxies"
            ;;
        status | down)
            ((${#words[@]} == 1)) || usage_error "${words[0]} takes no numbers; remove '${words[1]}'"
            "${words[0]}"
            ;;
        *) usage_error "unknown command '${words[0]}'; expected up, status or down" ;;
    esac
}

main "$@"
