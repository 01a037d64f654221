# Functions that call the API by cURL: `. client.sh`, then `NAME PARAMETER=VALUE ... body=JSON`, or body=@FILE.

_call() { # METHOD ROUTE PLACE:NAME ... -- NAME=VALUE ...
  local args=(-sS --fail-with-body -X "$1") path=$2 places=() pair name value place found
  for place in "${@:3}"; do [ "$place" != -- ] && places+=("$place") || break; done
  for place in "${places[@]}"; do
    name=${place#bearer:} && [ "$name" = "$place" ] || [ -z "${!name}" ] || args+=(-H "Authorization: Bearer ${!name}")
  done
  for pair in "${@:${#places[@]}+4}"; do
    name=${pair%%=*} value=${pair#*=} found=
    for place in "${places[@]}"; do
      case $name/$place in
        "$name/path:$name") path=${path//"{$name}"/$(printf %s "$value" | od -An -v -tx1 | tr -d '\n' | tr ' ' %)} ;;
        "$name/query:$name") args+=(--url-query "${name// /%20}=$value") ;;
        "$name/header:$name") args+=(-H "$name: $value") ;;
        "$name/cookie:$name") args+=(-b "$name=$value") ;;
        body/body:*) args+=(-H "Content-Type: ${place#*:}" --data-binary "$value") ;;
        *) continue ;;
      esac
      found=yes
    done
    [ "$found" ] || { echo "${FUNCNAME[1]}: there is no $name" >&2 && return 2; }
  done
  curl "${args[@]}" "${BASE_URL:?}$path"
}
