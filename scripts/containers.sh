#!/usr/bin/env bash
# Runs the cluster of docker/compose.yml in containers: builds the images, starts, tests and removes the cluster. If no
# container engine runs, the script starts one. If a base image cannot be pulled, the script builds a replacement.
set -euo pipefail

readonly exit_failed=1 exit_environment=2
readonly healthy_deadline=120
readonly scenario3=(-f docker/compose.yml)
readonly scenario2=("${scenario3[@]}" -f docker/compose.scenario2.yml -f docker/compose.metrics.yml)
readonly stand_in=aelf-bench.stand-in named='{{.Repository}}:{{.Tag}}'

state="${AELF_CONTAINERS_DIR:-/var/lib/aelf-bench-containers}"
step='' private='' compose=()

usage() {
    cat <<'EOT'
Usage: scripts/containers.sh up|test|down

up    builds the images, starts docker/compose.yml (scenario III) and waits until every container is healthy.
test  does the same, then checks the rights of the containers, the published ports, a wrong secret, a run with audit
      and ledger, and kill -9 of a worker and of the manager during a run. It then starts scenario II and sends every
      query of the dashboard to a Prometheus in a container. At the end it removes the containers and keeps the images.
down  removes containers, volumes, networks and images of up and test, and ends the engine that they started.

Each command may be repeated. It keeps existing containers and images.

The script uses a running container engine. Otherwise it starts one, which needs root. This engine has a separate
socket and data folder. It does not change the routes and packet filters of the machine, so its containers cannot
reach other machines.
The script pulls base images. If a pull fails, it builds the image with debootstrap (Debian 12), the .NET SDK of this
machine, and Debian's packages redis-server and prometheus. It installs missing Debian packages (docker.io,
docker-compose, debootstrap), which needs root. down does not remove them.

Downloads without a registry: 50 MB of packages for the engine, 60 MB for Debian 12, 60 MB for packages in images, and
60 MB of NuGet packages. Disk: 4 GB. With two cores, the first up takes about four minutes, and test eight more.

  -h, --help

Environment:
  AELF_CONTAINERS_DIR  folder of the engine and the script's state (default /var/lib/aelf-bench-containers)

Exit codes: 0 ok, 1 wrong usage, or a check failed, 2 environment.
EOT
}

# Prints a step with the seconds since the start. An error names the current step.
step() {
    step=$1
    printf '%4d s  %s\n' "$SECONDS" "$step"
}

failed() {
    local code=$?
    if ((code != 0)) && [[ -n $step ]]; then
        printf 'containers.sh: failed in this step: %s\n' "$step" >&2
        jobs -p | xargs -r kill
    fi
}

environment_error() {
    printf 'containers.sh: %s\n' "$1" >&2
    exit "$exit_environment"
}

check_failed() {
    printf 'containers.sh: %s\n' "$1" >&2
    exit "$exit_failed"
}

# Runs a command and shows its output only if it fails.
quietly() {
    local log
    log=$(mktemp)
    if ! "$@" > "$log" 2>&1 < /dev/null; then
        tail -n 40 "$log" >&2
        rm -f -- "$log"
        exit "$exit_environment"
    fi
    rm -f -- "$log"
}

needs() { # package command
    if ! command -v "$2" > /dev/null; then
        ((EUID == 0)) || environment_error "$2 is missing; install it: sudo apt-get install $1"
        step "install Debian's package $1"
        quietly apt-get -qq update
        quietly env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$1"
    fi
}

owns_engine() {
    local pid
    pid=$(cat "$state/engine.pid" 2> /dev/null) || return 1
    [[ -r /proc/$pid/cmdline ]] && tr '\0' '\n' < "/proc/$pid/cmdline" | grep -qxF "$state/engine.pid"
}

use_private_engine() {
    private=true
    export DOCKER_HOST="unix://$state/engine.sock" BUILD_NETWORK=host
}

find_engine() {
    if owns_engine; then
        use_private_engine
    elif ! command -v docker > /dev/null || ! docker version > /dev/null 2>&1; then
        return 1
    fi
}

start_engine() {
    needs docker.io dockerd
    if find_engine; then
        return
    fi
    ((EUID == 0)) || environment_error 'this user has no running container engine: start one, or run the script as root'
    step "start a separate container engine in $state"
    mkdir -p "$state"
    setsid dockerd --host "unix://$state/engine.sock" --pidfile "$state/engine.pid" \
        --data-root "$state/data" --exec-root "$state/run" \
        --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent aelf-bench-containers \
        --bridge none --iptables=false --ip-masq=false --ip-forward=false \
        < /dev/null >> "$state/engine.log" 2>&1 &
    local engine=$!
    disown "$engine"
    use_private_engine
    until docker version > /dev/null 2>&1; do
        if ! kill -0 "$engine" 2> /dev/null; then
            tail -n 20 "$state/engine.log" >&2
            environment_error 'the engine ended; its last lines are above'
        fi
        sleep 0.2
    done
}

find_compose() {
    if docker compose version > /dev/null 2>&1; then
        compose=(docker compose)
    else
        needs docker-compose docker-compose
        compose=(docker-compose)
    fi
}

# Pulls an image, or builds a replacement.
base_image() { # name maker
    if docker image inspect "$1" > /dev/null 2>&1; then
        return
    fi
    step "pull $1"
    if ! docker pull -q "$1" > /dev/null 2>&1; then
        step "build a replacement of $1, which could not be pulled"
        "$2" "$1"
    fi
}

image_of() { # name tar_argument...; the Dockerfile on standard input, the files of the tar arguments in its context
    local name=$1 folder
    folder=$(mktemp -d)
    cat > "$folder/Dockerfile"
    shift
    tar -c -C "$folder" Dockerfile "$@" | quietly_from docker build --network host --label "$stand_in=" -t "$name" -
    rm -rf -- "$folder"
}

# Like quietly, but the command reads the standard input.
quietly_from() {
    local output
    output=$("$@" 2>&1) || {
        tail -n 40 <<< "$output" >&2
        exit "$exit_environment"
    }
}

make_debian() {
    needs debootstrap debootstrap
    local folder
    folder=$(mktemp -d)
    quietly debootstrap --variant=minbase bookworm "$folder" http://deb.debian.org/debian
    tar -c -C "$folder" --exclude './var/cache/apt/*' --exclude './var/lib/apt/lists/*' . \
        | docker import --change "LABEL $stand_in=" - "$1" > /dev/null
    rm -rf -- "$folder"
}

dotnet_folder() {
    dirname "$(readlink -f "$(command -v dotnet)")"
}

make_aspnet() {
    image_of "$1" -C "$(dotnet_folder)" dotnet host shared << 'EOT'
FROM debian:12-slim
RUN apt-get -qq update \
    && apt-get -qq install -y --no-install-recommends ca-certificates libicu72 libssl3 libstdc++6 tzdata zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1654 --user-group --create-home app
ENV APP_UID=1654 ASPNETCORE_HTTP_PORTS=8080 DOTNET_RUNNING_IN_CONTAINER=true
COPY . /usr/share/dotnet/
RUN ln -s /usr/share/dotnet/dotnet /usr/bin/dotnet
EOT
}

# The image trusts the certificates of this machine, because package sources may be behind a proxy with its own.
make_sdk() {
    image_of "$1" -C "$(dotnet_folder)" sdk sdk-manifests packs templates -C /etc/ssl/certs ca-certificates.crt << 'EOT'
FROM mcr.microsoft.com/dotnet/aspnet:10.0
COPY ca-certificates.crt /etc/ssl/certs/
COPY . /usr/share/dotnet/
EOT
}

make_redis() {
    image_of "$1" << 'EOT'
FROM debian:12-slim
RUN apt-get -qq update && apt-get -qq install -y --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
EOT
}

make_prometheus() {
    image_of "$1" << 'EOT'
FROM debian:12-slim
RUN apt-get -qq update && apt-get -qq install -y --no-install-recommends prometheus wget \
    && rm -rf /var/lib/apt/lists/* && install -d -o nobody -g nogroup /prometheus
ENTRYPOINT ["prometheus"]
EOT
}

build() {
    base_image debian:12-slim make_debian
    base_image mcr.microsoft.com/dotnet/aspnet:10.0 make_aspnet
    base_image mcr.microsoft.com/dotnet/sdk:10.0 make_sdk
    base_image redis:7.2-bookworm make_redis
    step 'build the four images'
    quietly "${compose[@]}" "${scenario3[@]}" --profile benchmark build
}

# Runs the commands of docker/README.md.
start() { # scenario, services...
    local -n files=$1
    shift
    if [[ ! -e docker/secret/cluster-secret ]]; then
        needs openssl openssl
        install -d -m 700 docker/secret
        openssl rand -hex 32 | install -m 644 /dev/stdin docker/secret/cluster-secret
        mkdir -p "$state"
        : > "$state/secret-made"
    fi
    quietly "${compose[@]}" "${files[@]}" up -d "$@"
    wait_healthy
}

containers() { # service
    docker ps -aq --filter label=com.docker.compose.project=aelf-bench --filter label=com.docker.compose.oneoff=False \
        ${1:+--filter "label=com.docker.compose.service=$1"}
}

health() {
    containers | xargs -r docker inspect --format '{{.Name}} {{.State.Health.Status}}'
}

wait_healthy() {
    local since=$SECONDS
    while health | grep -qv ' healthy$'; do
        if ((SECONDS - since > healthy_deadline)); then
            health >&2
            check_failed "not every container is healthy within $healthy_deadline s"
        fi
        sleep 0.5
    done
}

remove_containers() {
    docker ps -aq --filter network=aelf-bench_control | xargs -r docker rm -f > /dev/null
    quietly "${compose[@]}" "${scenario2[@]}" --profile benchmark --profile scenario3 down -v --remove-orphans
}

up() {
    start_engine
    find_compose
    build
    step 'start scenario III: docker/compose.yml'
    start scenario3
    step "healthy: $(containers | wc -l) containers; the live page is http://127.0.0.1:5053"
    if [[ -n $private ]]; then
        printf '        to use docker with this engine: export DOCKER_HOST=%s\n' "$DOCKER_HOST"
    fi
}

remove_images() {
    step 'remove images'
    {
        docker images --format "$named" 'aelf-bench/*'
        docker images --format "$named" --filter "label=$stand_in" --filter dangling=false
    } | sort -u | xargs -r docker rmi > /dev/null
}

end_engine() {
    step 'end the engine'
    local pid
    pid=$(< "$state/engine.pid")
    kill "$pid"
    while [[ -d /proc/$pid ]]; do
        sleep 0.2
    done
    find /sys/fs/cgroup -depth -type d -path '*/aelf-bench-containers*' -exec rmdir {} + 2> /dev/null || true
    # The engine leaves its network namespace mounted.
    { grep -oE " $state/run/[^ ]+" /proc/mounts || true; } | xargs -r umount
}

down() {
    if find_engine; then
        find_compose
        step 'remove containers, networks and volumes'
        remove_containers
        if [[ -n $private ]]; then
            end_engine
        else
            remove_images
        fi
    fi
    if [[ -e $state/secret-made ]]; then
        rm -rf -- docker/secret
    fi
    rm -rf -- "$state"
    step 'everything is removed'
}

main() {
    (($# == 1)) || {
        printf 'containers.sh: expected one command: up, test or down\nTry: scripts/containers.sh --help\n' >&2
        exit 1
    }
    local command=$1
    case $1 in
        -h | --help)
            usage
            return
            ;;
        up | down) ;;
        test)
            # shellcheck source=scripts/containers-test.sh
            source "${BASH_SOURCE[0]%/*}/containers-test.sh"
            command=check
            ;;
        *)
            printf "containers.sh: unknown command '%s'; expected up, test or down\n" "$1" >&2
            exit 1
            ;;
    esac
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    trap failed EXIT
    trap 'exit "$exit_environment"' INT TERM HUP
    "$command"
}

main "$@"
