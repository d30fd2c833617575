# shellcheck shell=bash disable=SC2154  # Scripts/check sets the variables.
# linkage: the binary loads no library at run time and contains no Foundation.
#
# Either costs more at start than everything that prefs does: 5.8 and 13.6 times an empty program.

needs readelf strings

# A dynamically linked program names its loader in a separate segment, and its libraries in the dynamic section.
segments=$(readelf --wide --program-headers "$binary") || fail "readelf cannot read '$binary'"
libraries=$(readelf --wide --dynamic "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/    \1/p')
case $segments$libraries in
    *INTERP* | *.so*) fail "$binary is dynamically linked:"$'\n'"$libraries" ;;
esac

# The metadata of a module's types contains the module's name as a separate string, even in a stripped binary.
strings=$(strings --all "$binary")
modules=$(grep -xE '(Core)?Foundation(Essentials|Internationalization)?|PreferenceKit' <<<"$strings" | sort -u) || true
[ -z "$modules" ] || fail "$binary contains modules that only an app may import:"$'\n'"$modules"

echo "$binary is static and contains no Foundation." >&2
