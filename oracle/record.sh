#!/bin/sh
# record.sh - records the answers of the real Puppet as test data.
#
# Writes check, print, assignable, infer, new, format, munge and equality .jsonl, one case per line:
# the request (see oracle.rb) plus "answer". Needs ruby and Puppet 7.23 with the Resource API
# (`require 'puppet'` must work); takes less than a minute. The output depends only on SEED and the
# installed Puppet, so a change of a file after a rerun is a change of the scripts or of Puppet.
#
# Cases that make Puppet fail with an internal Ruby error, or whose answer differs when asked
# twice, are left out; the counts are shown on stderr. More requests are made than needed, the
# files are cut to the stated number of cases.
#
# Usage: ./record.sh [DIRECTORY]      (default: the directory of this script)
#        SEED=2 ./record.sh /tmp/more  (other random cases)
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
seed=${SEED:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# record KIND REQUESTS CASES
record() {
    ruby "$here/generate.rb" "$seed" "$2" "$1" > "$work/requests"
    printf '%s: ' "$1" >&2
    ruby "$here/oracle.rb" --record < "$work/requests" > "$work/answers"
    head -n "$3" "$work/answers" > "$out/$1.jsonl"
}

record check 4200 4000
record print 1000 900
record assignable 2600 2500
record infer 620 600
record new 1600 1500
record format 1950 1850
record munge 420 400
record equality 400 400
wc -l "$out"/*.jsonl
