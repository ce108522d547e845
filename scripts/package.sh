#!/usr/bin/env bash
# Builds the .NET tool, and for each platform a single-file program that includes .NET.
set -euo pipefail

usage() {
    cat <<'EOF'
Usage: scripts/package.sh [--output FOLDER] [--platforms "RID ..."]

Builds aelf-bench into FOLDER:
  aelf-bench.VERSION.nupkg          the .NET tool: dotnet tool install -g aelf-bench --add-source FOLDER
  aelf-bench-VERSION-RID.tar.gz     for each platform one program that includes .NET, and its configuration files

  --output FOLDER        the output folder (default artifacts)
  --platforms "RID ..."  the platforms (default "linux-x64 linux-arm64"); "" for the tool alone
  -h, --help

Examples:
  scripts/package.sh
  scripts/package.sh --output /tmp/packages --platforms linux-x64

Exit codes: 0 ok, 1 wrong usage, 2 dotnet is missing or a build failed.
EOF
}

output=artifacts platforms='linux-x64 linux-arm64'
while (($# > 0)); do
    case $1 in
        --output | --platforms)
            if (($# < 2)); then
                printf 'package.sh: %s needs a value\n' "$1" >&2
                exit 1
            fi
            if [[ $1 == --output ]]; then output=$2; else platforms=$2; fi
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            printf "package.sh: unknown option '%s'\nTry: scripts/package.sh --help\n" "$1" >&2
            exit 1
            ;;
    esac
    shift
done

mkdir -p "$output"
output=$(cd "$output" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
export MSBUILDDISABLENODEREUSE=1 DOTNET_CLI_USE_MSBUILD_SERVER=0 UseSharedCompilation=false

failed() {
    printf 'package.sh: %s\n' "$1" >&2
    exit 2
}

command -v dotnet > /dev/null || failed 'the .NET 10 SDK is missing: no dotnet on the PATH'
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

printf 'package.sh: the .NET tool\n'
dotnet pack src/AElf.Bench.Tool -c Release -v q -p:RunAnalyzers=false -o "$work/tool" || failed 'dotnet pack failed'
package=$(basename "$work"/tool/*.nupkg)
version=${package#aelf-bench.}
version=${version%.nupkg}
mv "$work/tool/$package" "$output/"

for platform in $platforms; do
    printf 'package.sh: %s\n' "$platform"
    # Build outside the tree: the output of one platform breaks the next build.
    folder=$work/$platform/aelf-bench-$version-$platform
    dotnet publish src/AElf.Bench.Tool -c Release -v q -r "$platform" --self-contained --artifacts-path "$work/build" \
        -p:PublishSingleFile=true -p:IncludeNativeLibrariesForSelfExtract=true \
        -p:RunAnalyzers=false -o "$folder" \
        || failed "dotnet publish for $platform failed"
    find "$folder" -maxdepth 1 -type f ! -name aelf-bench -delete
    cp LICENSE README.md "$folder/"
    tar -C "$work/$platform" -czf "$output/aelf-bench-$version-$platform.tar.gz" "$(basename "$folder")"
done
ls -1 "$output"/aelf-bench*"$version"*
