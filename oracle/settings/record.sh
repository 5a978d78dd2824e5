#!/bin/sh
# Records what the real `puppet config` answers, for crates/cli/tests/golden/config.txt.
#
# Each case is a fresh directory with a puppet.conf (lines that begin with "| "), an environment.conf for the environment
# "staging" ("& "), and a command. The answer is stdout, stderr ("E: "), the exit code, and, where the command changes
# puppet.conf, the file afterwards ("< "). DIR stands for the directory.
#
# Usage: ./record.sh CASES > GOLDEN       (needs the real Puppet; a minute or two)
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "# What the real Puppet answers to these commands, each with this puppet.conf (|) and environment.conf (&) in a fresh"
echo "# directory DIR. E: is a line of stderr, < a line of puppet.conf afterwards. Refreshed by oracle/settings/record.sh."
fresh() {
    rm -rf "$work/case"
    mkdir -p "$work/case/conf" "$work/case/code/environments/production" "$work/case/code/environments/staging"
    written=
}
fresh
grep -v '^#' "$1" | while IFS= read -r line; do
    case $line in
    '| '*) [ -n "$written" ] || echo; printf '%s\n' "$line"; printf '%s\n' "${line#| }" >> "$work/case/conf/puppet.conf"; written=1 ;;
    '& '*) [ -n "$written" ] || echo; printf '%s\n' "$line"; printf '%s\n' "${line#& }" >> "$work/case/code/environments/staging/environment.conf"; written=1 ;;
    '$ '*)
        [ -n "$written" ] || echo
        printf '%s\n' "$line"
        code=0
        eval "puppet ${line#\$ } --confdir $work/case/conf --vardir $work/case/var --codedir $work/case/code --color=false" \
            > "$work/out" 2> "$work/err" < /dev/null || code=$?
        sed "s#$work/case#DIR#g" "$work/out"
        sed "s#$work/case#DIR#g; s/^/E: /" "$work/err"
        echo "rc=$code"
        case $line in '$ config set'* | '$ config delete'*)
            [ ! -e "$work/case/conf/puppet.conf" ] || sed 's/^/< /' "$work/case/conf/puppet.conf" ;;
        esac
        fresh ;;
    esac
done
