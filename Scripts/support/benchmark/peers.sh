# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# peers: the same jobs, done by prefs and by the other installed programs for preferences and property lists.

export LC_ALL=C
unset PREFS_SUITE
sources=$directory/peers
programs=(empty prefs git kconfig plutil plistlib plistutil crudini foundation defaults)
declare -A names=(
    [empty]="empty C program"
    [prefs]="prefs"
    [git]="git config"
    [kconfig]="KConfig"
    [plutil]="plutil of Swift"
    [plistlib]="Python plistlib"
    [plistutil]="plistutil"
    [crudini]="crudini"
    [foundation]="Foundation"
    [defaults]="GNUstep defaults"
)
jobs=("get small" "get large" "set small" "set shared" "set large" "seed seed" "convert large")
declare -A titles=(
    [get small]="get one of 20 keys"
    [get large]="get one of 100,000 keys"
    [set small]="set one of 20 keys"
    [set shared]="set one of 20 keys, beside UserDefaults"
    [set large]="set one of 100,000 keys"
    [seed seed]="set 1,000 keys"
    [convert large]="100,000 keys, XML to binary"
)

# Prints the path of the first command that exists.
first_of() {
    local candidate
    for candidate in "$@"; do command -v "$candidate" && return; done
    return 1
}

# The Python program itself, not a shell script that selects one; and the plutil of this Swift, not that of GNUstep.
python=$(python3 -c 'import plistlib, sys; print(sys.executable)' 2>/dev/null) || python=
plutil=$(first_of "$(dirname "$(realpath "$(first_of swift || echo /)")")/plutil") || plutil=
kread=$(first_of kreadconfig6 kreadconfig5) || kread=
kwrite=$(first_of kwriteconfig6 kwriteconfig5) || kwrite=
gnustep=
for file in "${GNUSTEP_CONFIG_FILE-}" /etc/GNUstep/GNUstep.conf; do
    if [ -z "$gnustep" ] && [ -f "$file" ] && command -v defaults >/dev/null; then gnustep=$file; fi
done

has() {
    case $1 in
        empty | prefs | git) ;;
        kconfig) [ -n "$kread" ] && [ -n "$kwrite" ] ;;
        plutil) [ -n "$plutil" ] ;;
        plistlib) [ -n "$python" ] ;;
        defaults) [ -n "$gnustep" ] ;;
        foundation) [ -x "$here/foundation-peer" ] ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

here=$PWD
echo 'int main(void) { return 0; }' >empty.c
cc -O2 -o empty empty.c
if command -v swiftc >/dev/null; then swiftc -O -o foundation-peer "$sources/foundation-peer.swift" >&2; fi

# Use a separate home directory. Git would also read the configuration of the system.
enter_memory 500
export HOME=$PWD XDG_CONFIG_HOME=$PWD GIT_CONFIG_NOSYSTEM=1
if [ -n "$gnustep" ]; then
    # GNUstep gets the home directory from the system, not from the environment. It ignores files that others can write.
    sed "s|^GNUSTEP_USER_DEFAULTS_DIR=.*|GNUSTEP_USER_DEFAULTS_DIR=$PWD/defaults|" "$gnustep" >GNUstep.conf
    chmod 600 GNUstep.conf
    export GNUSTEP_CONFIG_FILE=$PWD/GNUstep.conf
fi

# Creates a document of each format and size, and a copy for each program that changes it. The files of "shared" are as
# small, and a UserDefaults program writes them too.
document() { awk -v format="$1" -v keys="$2" -v turn="${3-}" -v domain=seed -f "$sources/document.awk"; }
mkdir defaults
chmod 700 defaults
for size in small:20 shared:20 large:100000 seed:1000; do
    keys=${size#*:}
    size=${size%:*}
    document xml "$keys" >"$size.plist"
    document ini "$keys" >"$size.ini"
    for program in prefs plutil plistlib foundation; do cp "$size.plist" "$program-$size.plist"; done
    for program in git kconfig crudini; do cp "$size.ini" "$program-$size.ini"; done
    cp "$size.plist" defaults/
done
for turn in 00 01; do
    for format in xml ini lines defaults; do document "$format" 1000 "-$turn" >"seed$turn.$format"; done
done
age ./*.plist defaults/*.plist

# Shells that run a command with a file as its input, or once for each line of a file. The line's key is appended to the
# last word, and its value is one more argument.
# shellcheck disable=SC2016  # Those shells expand the parameters.
{
    with_input=(sh -c 'exec "$@" <"$0"')
    one_by_one=(sh -c 'while IFS== read -r key value; do "$@$key" "$value"; done <"$0"')
}

# Sets `words` to the command of a program for a job; fails if there is none.
command_of() {
    local program=$1 job=$2 size=$3 key=$4 file=$1-$3
    case "$program $job" in
        "empty get") [ "$size" = small ] && words=("$here/empty") ;;
        "prefs get") words=("$prefs" get -s "$file" "$key") ;;
        "prefs set") words=("$prefs" set -s "$file" "$key" "new{}") ;;
        "prefs seed") words=("$prefs" apply -s "$file" "seed{}.xml") ;;
        "prefs convert") words=("$prefs" convert large.plist --format binary -o prefs.binary) ;;
        "git get") words=(git config --file "$file.ini" --get "general.$key") ;;
        "git set" | "kconfig set" | "crudini set") [ "$size" != shared ] || return 1 ;;&
        "git set") words=(git config --file "$file.ini" "general.$key" "new{}") ;;
        "git seed") words=("${one_by_one[@]}" "seed{}.lines" git config --file "$file.ini" general.) ;;
        "kconfig get") words=("$kread" --file "$PWD/$file.ini" --group general --key "$key") ;;
        "kconfig set") words=("$kwrite" --file "$PWD/$file.ini" --group general --key "$key" "new{}") ;;
        "kconfig seed")
            words=("${one_by_one[@]}" "seed{}.lines" "$kwrite" --file "$PWD/$file.ini" --group general --key "")
            ;;
        "plutil get") words=("$plutil" -extract "$key" raw -o - "$file.plist") ;;
        "plutil set") words=("$plutil" -replace "$key" -string "new{}" "$file.plist") ;;
        "plutil convert") words=("$plutil" -convert binary1 large.plist -o plutil.binary) ;;
        "plistlib get") words=("$python" "$sources/plistlib-peer.py" get "$file.plist" "$key") ;;
        "plistlib set") words=("$python" "$sources/plistlib-peer.py" set "$file.plist" "$key" "new{}") ;;
        "plistlib seed") words=("$python" "$sources/plistlib-peer.py" seed "$file.plist" "seed{}.lines") ;;
        "plistlib convert") words=("$python" "$sources/plistlib-peer.py" convert large.plist plistlib.binary) ;;
        "plistutil convert") words=(plistutil -i large.plist -f bin -o plistutil.binary) ;;
        "crudini get") words=(crudini --get "$file.ini" general "$key") ;;
        "crudini set") words=(crudini --set "$file.ini" general "$key" "new{}") ;;
        "crudini seed") words=("${with_input[@]}" "seed{}.ini" crudini --merge "$file.ini") ;;
        "foundation get") words=("$here/foundation-peer" get "$file" "$key") ;;
        "foundation set") words=("$here/foundation-peer" set "$file" "$key" "new{}") ;;
        "foundation seed") words=("$here/foundation-peer" seed "$file" "seed{}.lines") ;;
        "foundation convert") words=("$here/foundation-peer" convert large.plist foundation.binary) ;;
        "defaults get") words=(defaults read "$size" "$key") ;;
        "defaults set") words=(defaults write "$size" "$key" "new{}") ;;
        "defaults seed") words=("${with_input[@]}" "seed{}.defaults" defaults write) ;;
        *) return 1 ;;
    esac
}

# Does a job, with the second of the two alternating values.
do_job() {
    command_of "$@" && "${words[@]//\{\}/01}" >/dev/null 2>&1
}

# Fails unless a program prints this value for a key. GNUstep prints the key before it.
has_value() {
    command_of "$1" get "$2" "$3" && [ "$("${words[@]}" 2>/dev/null | sed 's/.* //')" = "$4" ]
}

same_values() {
    if [ -n "$python" ]; then
        "$python" "$sources/plistlib-peer.py" same "$1" "$2"
    else
        "$prefs" diff -f "$1" "$2" >/dev/null
    fi
}

# Does a job once, and fails unless the result is correct, so that a command that fails early is not timed.
is_right() {
    local program=$1 job=$2 size=$3 key=$4
    case $program:$job in
        empty:*) ;;
        *:get) has_value "$program" "$size" "$key" "value${key#key}" && has_value "$program" "$size" key14 value14 ;;
        *:set) do_job "$@" && has_value "$program" "$size" "$key" new01 && has_value "$program" "$size" key14 value14 ;;
        *:seed)
            do_job "$@" && has_value "$program" seed key1 value1-01 && has_value "$program" seed key1000 value1000-01
            ;;
        *:convert) do_job "$@" && [ "$(head -c 8 "$program.binary")" = bplist00 ] &&
            same_values large.plist "$program.binary" ;;
    esac
}

# Changes another key of a program's shared file in the way of UserDefaults: in place.
write_as_user_defaults() {
    case $1 in
        defaults) set -- defaults/shared.plist ;;
        *) set -- "$1-shared.plist" ;;
    esac
    sed 's/value17/theirs/' "$1" >theirs
    cat theirs >"$1"
}

wrong=
for job in "${jobs[@]}"; do
    kind=${job% *}
    size=${job#* }
    key=key13
    case $size in large | seed) key=key75000 ;; esac
    able=() all=()
    for program in "${programs[@]}"; do
        if ! has "$program" || ! command_of "$program" "$kind" "$size" "$key"; then continue; fi
        if is_right "$program" "$kind" "$size" "$key"; then
            # After the program's own change, so that it can tell this one from its own.
            [ "$size" != shared ] || write_as_user_defaults "$program"
            able+=("${names[$program]}")
            command_of "$program" "$kind" "$size" "$key"
            all+=("${words[@]}" --)
        else
            [ "$program" != prefs ] || fail "prefs does this job incorrectly: ${titles[$job]}"
            wrong+="${wrong:+; }${names[$program]} (${titles[$job]})"
        fi
    done
    unset 'all[-1]'
    "$work/turns" -s 30 "$runs" "${all[@]}" >medians || fail "the programs could not be timed"
    paste <(printf "${titles[$job]}\n%.0s" "${able[@]}") <(printf '%s\n' "${able[@]}") medians
done >measured

missing=
for program in "${programs[@]}"; do has "$program" || missing+="${missing:+, }${names[$program]}"; done

title "Times of whole processes at the same jobs, $place, and their ratio to prefs. Measured with $(machine). After a" \
    "UserDefaults program has written the suite, prefs watches it for a moment after each change; the others do not."
# The picture, which is as tall as a phone shows it, is in the article.
draw peers "times of prefs and of other programs" -f "$directory/peers.awk" measured >/dev/null
figures -f "$directory/peers.awk" measured | markdown
[ -z "$wrong" ] || title "Incorrect, and therefore not timed: $wrong."
[ -z "$missing" ] || title "Not installed: $missing."
