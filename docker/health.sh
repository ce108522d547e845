#!/usr/bin/env bash
# Whether a manager or worker answers GET /health with 200: the runtime image has bash, but no curl.
set -euo pipefail

if (($# < 1 || $# > 2)); then
    printf 'Usage: health.sh PORT [HOST]\nExit codes: 0 answered 200, 1 anything else.\n' >&2
    exit 1
fi
readonly port=$1 host=${2:-127.0.0.1}

if ! { exec 3<> "/dev/tcp/$host/$port"; } 2> /dev/null; then
    printf 'health.sh: nobody listens on %s:%s\n' "$host" "$port" >&2
    exit 1
fi
printf 'GET /health HTTP/1.0\r\nHost: %s:%s\r\n\r\n' "$host" "$port" >&3
status=''
read -r -t 2 _ status _ <&3 || true
if [[ ${status%$'\r'} != 200 ]]; then
    printf 'health.sh: /health of %s:%s answered %s\n' "$host" "$port" "${status:-nothing}" >&2
    exit 1
fi
