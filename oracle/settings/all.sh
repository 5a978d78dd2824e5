#!/bin/sh
# Records all settings of the real Puppet, for crates/settings/src/table/recorded.txt. /DIR stands for the directory that
# holds the configuration and the data.
#
# Usage: ./all.sh > RECORDED       (as root, with the real Puppet)
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
puppet config print all --confdir "$work/conf" --vardir "$work/var" --certname web1.example.com | sed "s#$work#/DIR#g"
