#!/bin/sh
mkdir -p ~/.flags && cd ~/.flags && read -r request || exit 1
name=$(echo "$request" | sed -n 's/.*"name":{"name":"\([^"]*\)"}.*/\1/p')
case $request in
  *'"method":"get"'*) result=$(for flag in *; do [ -e "$flag" ] && echo "{\"name\":\"$flag\",\"ensure\":\"present\"}"; done)
                      echo "{\"result\":{\"resources\":[$(echo "$result" | paste -sd, -)]}}" ;;
  *'"should":{'*'"ensure":"absent"'*) rm -f "$name" && echo '{"result":null}' ;;
  *) touch "$name" && echo '{"result":null}' ;;
esac
