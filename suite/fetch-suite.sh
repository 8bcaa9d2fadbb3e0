#!/bin/sh
# Fetches the official JSON Schema test suite as the PyPI source distribution of jsonschema carries it, checks it
# against its pinned checksum, and unpacks it into the folder given (default: target/suite/jsonschema-4.26.0).
# Needs python3 with pip, and tar. Safe to run several times at once: the folder appears whole or not at all.
set -eu

version=4.26.0
sha256=0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326
target=${1:-$(dirname "$0")/../target/suite/jsonschema-$version}

[ -d "$target/tests" ] && exit 0
mkdir -p "$(dirname "$target")"
work=$(mktemp -d "$(dirname "$target")/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "jsonschema==$version --hash=sha256:$sha256" >"$work/requirements.txt"
python3 -m pip download --quiet --no-deps --no-binary jsonschema --require-hashes \
    --requirement "$work/requirements.txt" --dest "$work" >&2
tar -xzf "$work/jsonschema-$version.tar.gz" -C "$work"

# A rename never replaces a folder that is not empty: if another run was first, its result stands.
python3 -c 'import os, sys; os.rename(sys.argv[1], sys.argv[2])' "$work/jsonschema-$version/json" "$target" 2>/dev/null ||
    [ -d "$target/tests" ]
