# bash completion of codegen: codegen completion bash > ~/.local/share/bash-completion/completions/codegen

_codegen_words() {  # the candidates, then the word to complete
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_codegen_list() {  # the last of words with commas between
    local before=""
    [[ $2 == *,* ]] && before="${2%,*},"
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${2##*,}")
    compopt -o nospace
}

_codegen_paths() {  # -f for files, -d for folders, then the word to complete
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

_codegen() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" sign="" command="" word
    COMPREPLY=()
    # bash takes the sign of `--option=value` for a word of its own
    if [[ $cur == "=" ]]; then
        cur="" sign="="
    elif [[ $prev == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}" sign="="
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $word != -* ]] && { command="$word"; break; }
    done
    case "$command $prev$sign" in
