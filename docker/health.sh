#!/usr/bin/env bash
# Succeeds if a manager or worker is alive: it answers GET /metrics with 200. While it waits for other programs,
# /health answers 503 and /metrics 200. The runtime image has bash, but no curl.
set -euo pipefail

if (($# < 1 || $# > 2)); then
    printf 'Usage: health.sh PORT [HOST]\nExit codes: 0 answered 200, 1 anything else.\n' >&2
    exit 1
fi
readonly port=$1 host=${2:-127.0.0.1}

if ! { exec 3<> "/dev/tcp/$host/$port"; } 2> /dev/null; then
    printf 'health.sh: nothing listens on %s:%s\n' "$host" "$port" >&2
    exit 1
fi
printf 'GET /metrics HTTP/1.0\r\nHost: %s:%s\r\n\r\n' "$host" "$port" >&3
status=''
read -r -t 2 _ status _ <&3 || true
if [[ ${status%$'\r'} != 200 ]]; then
    printf 'health.sh: /metrics of %s:%s answered %s\n' "$host" "$port" "${status:-nothing}" >&2
    exit 1
fi
