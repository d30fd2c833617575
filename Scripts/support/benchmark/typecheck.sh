# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# typecheck: the time that the compiler takes for expressions with several keys, beside a type that has nothing but one
# generic subscript.

export LC_ALL=C
# The maximum of the ratio with --check, of an expression that takes 10 ms and more.
most_ratio=1.5
modules=$root/.build/debug

(cd "$root" && swift build --target PreferenceKit >&2)
cat <(echo "import PreferenceKit") "$directory/typecheck.swift" >library.swift
cat "$directory/typecheck-reference.swift" "$directory/typecheck.swift" >reference.swift

# Prints lines "function, tab, milliseconds" for the functions of a source.
measure() {
    local output
    output=$(swiftc -frontend -typecheck -swift-version 6 -module-name Expressions -debug-time-function-bodies \
        -I "$modules/Modules" -Xcc "-fmodule-map-file=$modules/CVectors.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$modules/CLinux.build/module.modulemap" "$1" 2>&1) || fail "$output"
    sed -n 's/^\([0-9.]*\)ms.*global function [^ ]*)\.\([a-z]*\)().*/\2\t\1/p' <<<"$output"
}

# Alternately, so that the other work of the machine affects both; the least time is that without it.
for _ in 1 2 3; do
    measure library.swift | sed 's/^/library\t/'
    measure reference.swift | sed 's/^/reference\t/'
done >samples

title "Type checking of expressions with several keys, and of the same with a type that has only one generic subscript." \
    "Measured with $(machine)."
awk -F '\t' '
    !($1 SUBSEP $2 in least) || $3 < least[$1, $2] { least[$1, $2] = $3 }
    $1 == "library" && !seen[$2]++ { names[++count] = $2 }
    END {
        print "expression\tPreferenceKit\tone subscript\tratio"
        for (i = 1; i <= count; i++) {
            ours = least["library", names[i]]; other = least["reference", names[i]]
            printf "%s\t%.1f ms\t%.1f ms\t%.2f\n", names[i], ours, other, ours / other
        }
    }' samples >rows
markdown <rows
while IFS=$'\t' read -r name ours other _; do
    limit "type checking of $name" "${ours% ms}" "$(awk -v time="${other% ms}" 'BEGIN { print time > 10 ? time : 10 }')" \
        "$most_ratio"
done < <(tail -n +2 rows)
