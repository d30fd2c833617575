extension CompletionShell {
    /// The script with which the shell asks the command for completions.
    ///
    /// It contains no part of the command table: verbs, options, keys and suites come from the command at that moment.
    var script: String {
        switch self {
        case .bash:
            #"""
            # Completion of prefs(1) for bash 4.4 or later; 'prefs help completions' says how to load it.
            _prefs() {
                mapfile -t COMPREPLY < <(
                    command prefs \#(CompletionRequest.word) bash \
                        "$COMP_TYPE" "${COLUMNS:-80}" "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null
                )
                case ${COMPREPLY[0]-} in
                    files) compopt -o default ;;
                    stems) compopt -o nospace ;;
                esac
                COMPREPLY=("${COMPREPLY[@]:1}")
            }
            complete -F _prefs prefs

            """#
        case .zsh:
            #"""
            #compdef prefs
            # Completion of prefs(1) for zsh; 'prefs help completions' says how to load it.
            _prefs() {
                local -a answer candidates suffix empty
                local word
                answer=("${(@0)$(
                    command prefs \#(CompletionRequest.word) zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null
                )}")
                case $answer[1] in
                    files)
                        compset -P '--*='
                        _files
                        return
                        ;;
                    stems) suffix=(-S '') ;;
                esac
                shift answer
                while (( $#answer > 1 )); do
                    if [[ -n $answer[1] ]]; then
                        word=${answer[1]//\\/\\\\}
                        candidates+=("${word//:/\\:}:${answer[2]//\\/\\\\}")
                    else
                        # _describe would insert the description of an empty word.
                        empty=("''  -- $answer[2]")
                    fi
                    shift 2 answer
                done
                if (( $#empty )) && [[ -z $PREFIX$compstate[quote] ]]; then
                    compadd -Q -d empty -- "''"
                fi
                _describe -t prefs 'prefs' candidates "${suffix[@]}"
            }
            if [[ $funcstack[1] == _prefs ]]; then
                _prefs "$@"
            else
                compdef _prefs prefs
            fi

            """#
        case .fish:
            #"""
            # Completion of prefs(1) for fish; 'prefs help completions' says how to load it.
            function __prefs_complete
                set -l words (commandline --tokenize --current-process --cut-at-cursor)
                set -l typed (commandline --current-token --cut-at-cursor)
                set -l current (string unescape -- $typed; or string trim --left --chars "'\"" -- $typed)
                set -l answer (command prefs \#(CompletionRequest.word) fish $words[2..-1] "$current" 2>/dev/null)
                if test "$answer[1]" = files
                    set -l option (string match --regex -- '^--[^=]*=' "$current")
                    for path in (__fish_complete_path (string replace --regex -- '^--[^=]*=' '' "$current"))
                        echo -- "$option$path"
                    end
                else
                    string join -- \n $answer[2..-1]
                end
            end
            complete --command prefs --no-files --arguments '(__prefs_complete)'

            """#
        }
    }
}

enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}
