#!/usr/bin/env bash
# Succeeds if nutcracker answers PING. It answers without its shards, so a lost shard does not make it unhealthy.
set -euo pipefail

if (($# != 1)); then
    printf 'Usage: health.sh PORT\nExit codes: 0 answered, 1 anything else.\n' >&2
    exit 1
fi

if ! { exec 3<> "/dev/tcp/127.0.0.1/$1"; } 2> /dev/null; then
    printf 'health.sh: nothing listens on 127.0.0.1:%s\n' "$1" >&2
    exit 1
fi
printf '*1\r\n$4\r\nPING\r\n' >&3
reply=''
read -r -t 2 reply <&3 || true
if [[ $reply != $'+PONG\r' ]]; then
    printf 'health.sh: 127.0.0.1:%s answered %s\n' "$1" "${reply:-nothing}" >&2
    exit 1
fi
