# shellcheck shell=bash disable=SC2154  # Scripts/check sets the variables.
# linkage: the binary loads no library at run time and contains no Foundation. Neither does a program on PreferenceCore.
#
# Either costs more at start than everything that prefs does: 5.8 and 13.6 times an empty program.

needs readelf strings

# Fails if a program is dynamically linked, or contains Foundation.
examine() {
    local program=$1 segments libraries strings modules
    # A dynamically linked program names its loader in a separate segment, and its libraries in the dynamic section.
    segments=$(readelf --wide --program-headers "$program") || fail "readelf cannot read '$program'"
    libraries=$(readelf --wide --dynamic "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/    \1/p')
    case $segments$libraries in
        *INTERP* | *.so*) fail "$program is dynamically linked:"$'\n'"$libraries" ;;
    esac

    # The metadata of a module's types contains the module's name as a separate string, even in a stripped binary.
    strings=$(strings --all "$program") || fail "strings cannot read '$program'"
    modules=$(grep -xE '(Core)?Foundation(Essentials|Internationalization)?|PreferenceKit' <<<"$strings" | sort -u) ||
        true
    [ -z "$modules" ] || fail "$program contains modules that only an app may import:"$'\n'"$modules"
    echo "$program is static and contains no Foundation." >&2
}

examine "$binary"

(cd "$root" && swift build -c release --product CoreProgram) >&2
core=$(cd "$root" && swift build -c release --show-bin-path)/CoreProgram
examine "$core"
printf 'kilobytes of a program on PreferenceCore\t%d\t5\n' $(($(stat --format %s "$core") / 1000))
