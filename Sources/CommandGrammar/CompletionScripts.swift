extension CompletionShell {
    /// Returns the script with which the shell asks the command for completions.
    ///
    /// It contains no part of the command table: the words come from the command at that moment.
    package func script(of program: String) -> String {
        switch self {
        case .bash:
            #"""
            # Completion of \#(program)(1) for bash 4.4 or later; '\#(program) help completions' says how to load it.
            _\#(program)() {
                mapfile -t COMPREPLY < <(
                    command \#(program) \#(CompletionRequest.word) bash \
                        "$COMP_TYPE" "${COLUMNS:-80}" "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null
                )
                case ${COMPREPLY[0]-} in
                    files) compopt -o default ;;
                    stems) compopt -o nospace ;;
                esac
                COMPREPLY=("${COMPREPLY[@]:1}")
            }
            complete -F _\#(program) \#(program)

            """#
        case .zsh:
            #"""
            #compdef \#(program)
            # Completion of \#(program)(1) for zsh; '\#(program) help completions' says how to load it.
            _\#(program)() {
                local -a answer candidates suffix empty
                local word
                answer=("${(@0)$(
                    command \#(program) \#(CompletionRequest.word) zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null
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
                _describe -t \#(program) '\#(program)' candidates "${suffix[@]}"
            }
            if [[ $funcstack[1] == _\#(program) ]]; then
                _\#(program) "$@"
            else
                compdef _\#(program) \#(program)
            fi

            """#
        case .fish:
            #"""
            # Completion of \#(program)(1) for fish; '\#(program) help completions' says how to load it.
            function __\#(program)_complete
                set -l words (commandline --tokenize --current-process --cut-at-cursor)
                set -l typed (commandline --current-token --cut-at-cursor)
                set -l current (string unescape -- $typed; or string trim --left --chars "'\"" -- $typed)
                set -l answer (command \#(program) \#(CompletionRequest.word) fish $words[2..-1] "$current" 2>/dev/null)
                if test "$answer[1]" = files
                    set -l option (string match --regex -- '^--[^=]*=' "$current")
                    for path in (__fish_complete_path (string replace --regex -- '^--[^=]*=' '' "$current"))
                        echo -- "$option$path"
                    end
                else
                    string join -- \n $answer[2..-1]
                end
            end
            complete --command \#(program) --no-files --arguments '(__\#(program)_complete)'

            """#
        }
    }
}

package enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}
