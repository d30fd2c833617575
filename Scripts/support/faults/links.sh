# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Links and files of other users in world-writable directories: rows 64 and 65. Their links for root: row 77.
#
# Linux refuses these itself if fs.protected_symlinks, fs.protected_hardlinks, fs.protected_regular and
# fs.protected_fifos are set. prefs must refuse them on every system, by the same rule. In a sticky world-writable
# directory, a link or file must belong to the caller or to the directory's owner.

# Creates $work/victim, whose files only root can change, and $sticky, a directory like /tmp in which a function plants
# a trap.
set_trap() {
    plant=$1
    rm -rf "$work/victim" "$sticky"
    mkdir "$work/victim" "$sticky"
    chmod 1777 "$sticky"
    "$prefs" set -f "$work/victim/file.plist" precious --string yes
    age "$work/victim/file.plist"
    "$plant"
    facts "$work/victim" >"$work/facts"
    facts "$sticky" >"$work/planted"
}

# Writes to a path, or to the suite t in a directory, with one of the commands.
write_by() {
    local way=$1 path=$2
    case $way in
        set) run timeout -s KILL 10 "$prefs" set --file "$path" k v ;;
        apply) run timeout -s KILL 10 "$prefs" apply --file "$path" "$work/source.plist" ;;
        reset) run timeout -s KILL 10 "$prefs" reset --file "$path" precious ;;
        edit) EDITOR="sed -i s/yes/no/" run timeout -s KILL 10 "$prefs" edit --file "$path" ;;
        dump) run timeout -s KILL 10 "$prefs" dump -s source -o "$path" ;;
        convert) run timeout -s KILL 10 "$prefs" convert "$work/source.plist" --format xml -o "$path" ;;
        suite) XDG_CONFIG_HOME=$path run timeout -s KILL 10 "$prefs" set -s t k v ;;
    esac
}

# Checks that each of some commands refuses to write to a path, and changes or creates nothing.
is_kept_safe() {
    local what=$1 path=$2 way
    for way in "${@:3}"; do
        write_by "$way" "$path"
        check "$what, $way: refused, with a message" is_denied
        check "$what, $way: the target is unchanged" cmp "$work/facts" <(facts "$work/victim")
        check "$what, $way: nothing is changed or created there" cmp "$work/planted" <(facts "$sticky")
        if ! cmp -s "$work/planted" <(facts "$sticky") || ! cmp -s "$work/facts" <(facts "$work/victim"); then
            set_trap "$plant"
        fi
    done
}
is_denied() { [[ $status = [45] && $message = "prefs: "* ]]; }

# Checks that each of some commands writes to a path, and so to the given file.
is_written() {
    local what=$1 path=$2 target=$3 way
    for way in "${@:4}"; do
        write_by "$way" "$path"
        check "$what, $way: done" [ "$status" = 0 ]
        check "$what, $way: in the target" "$prefs" exists -f "$target" k
        "$prefs" reset -f "$target" k
    done
}

begin_traps() {
    sticky=$work/sticky
    config=$work/config
    mkdir -p "$config"
    "$prefs" set -f "$work/source.plist" k v
    cp "$work/source.plist" "$config/source.plist"
}

row 64 "symbolic links of another user in a world-writable directory" root setpriv
row_64() {
    begin_traps
    set_trap plant_dangling
    is_kept_safe "dangling" "$sticky/link.plist" set apply dump convert
    for plant in plant_file_link plant_absolute_chain; do
        set_trap "$plant"
        is_kept_safe "${plant#plant_}" "$sticky/link.plist" set apply reset edit dump convert
    done
    for plant in plant_directory_link plant_deep_link; do
        set_trap "$plant"
        is_kept_safe "$plant, an existing file" "$sticky/link/file.plist" set apply reset edit dump convert
        is_kept_safe "$plant, a new file" "$sticky/link/new.plist" set apply dump convert
        is_kept_safe "$plant, a new directory" "$sticky/link/new/new.plist" set apply dump convert
        is_kept_safe "$plant, as the configuration directory" "$sticky/link" suite
    done
    set_trap plant_suite_link
    is_kept_safe "the suite's name is a link" "$sticky" suite
    # A link of root whose target is a link of another user.
    set_trap plant_chain
    is_kept_safe "root's link that leads to another user's" "$work/victim/../own.plist" set dump convert

    # The cases that the rule allows.
    set_trap plant_own_link
    is_written "root's own link" "$sticky/own.plist" "$work/victim/file.plist" set dump convert
    check "root's own link remains" [ -L "$sticky/own.plist" ]
    set_trap plant_file_link
    chown -R 65534:65534 "$sticky" "$work/victim"
    is_written "a link of the directory's owner" "$sticky/link.plist" "$work/victim/file.plist" set dump convert
    check "the link of the directory's owner remains" [ -L "$sticky/link.plist" ]
}
plant_file_link() { "${attacker[@]}" ln -s "$work/victim/file.plist" "$sticky/link.plist"; }
plant_own_link() { ln -s "$work/victim/file.plist" "$sticky/own.plist"; }
plant_dangling() { "${attacker[@]}" ln -s "$work/victim/new.plist" "$sticky/link.plist"; }
plant_absolute_chain() {
    "${attacker[@]}" ln -s ../victim/file.plist "$sticky/second"
    "${attacker[@]}" ln -s "$sticky/second" "$sticky/link.plist"
}
plant_directory_link() { "${attacker[@]}" ln -s "$work/victim" "$sticky/link"; }
plant_deep_link() {
    "${attacker[@]}" ln -s ../victim "$sticky/second"
    "${attacker[@]}" ln -s second/. "$sticky/link"
}
plant_suite_link() { "${attacker[@]}" ln -s "$work/victim/file.plist" "$sticky/t.plist"; }
plant_chain() {
    plant_file_link
    ln -sfn "$sticky/link.plist" "$work/own.plist"
}

row 65 "files, FIFOs and hard links of another user in a world-writable directory" root setpriv
row_65() {
    begin_traps
    set_trap plant_theirs_empty
    is_kept_safe "theirs, empty" "$sticky/link.plist" set apply dump convert
    for plant in plant_theirs plant_pipe plant_hard; do
        set_trap "$plant"
        is_kept_safe "${plant#plant_}" "$sticky/link.plist" set apply reset edit dump convert
    done
    set_trap plant_theirs_suite
    is_kept_safe "the suite is a file of another user" "$sticky" suite

    set_trap plant_own_file
    is_written "root's own file" "$sticky/link.plist" "$sticky/link.plist" set dump convert
    set_trap plant_theirs
    chown 65534:65534 "$sticky"
    is_written "a file of the directory's owner" "$sticky/link.plist" "$sticky/link.plist" set
    check "it keeps its owner" prints 65534 stat -c %u "$sticky/link.plist"
}
plant_own_file() { cp -p "$work/victim/file.plist" "$sticky/link.plist"; }
plant_theirs() {
    plant_own_file
    chown 65534:65534 "$sticky/link.plist"
}
plant_theirs_empty() {
    "${attacker[@]}" touch "$sticky/link.plist"
    age "$sticky/link.plist"
}
plant_pipe() { "${attacker[@]}" mkfifo "$sticky/link.plist"; }
plant_hard() { ln "$work/victim/file.plist" "$sticky/link.plist"; }
plant_theirs_suite() {
    plant_theirs
    mv "$sticky/link.plist" "$sticky/t.plist"
}

row 77 "links of a user to files of a third user or of root, for root" root setpriv
row_77() {
    begin_traps
    for owner in 0 65533; do
        for trap in plant_file_link plant_dangling plant_absolute_chain plant_suite_link; do
            set_trap plant_in_home
            if [ "$trap" = plant_suite_link ]; then
                is_kept_safe "${trap#plant_}, of $owner" "$sticky" suite
            else
                is_kept_safe "${trap#plant_}, of $owner" "$sticky/link.plist" set apply dump convert
            fi
        done
        for trap in plant_directory_link plant_deep_link; do
            set_trap plant_in_home
            is_kept_safe "${trap#plant_}, of $owner" "$sticky/link/new/new.plist" set apply dump convert
            is_kept_safe "${trap#plant_}, of $owner, as the configuration directory" "$sticky/link" suite
        done
        # The change is made, and its history is not.
        set_trap plant_in_home
        PREFS_HISTORY=on XDG_STATE_HOME=$sticky/link run "$prefs" set -f "$sticky/own.plist" k v
        check "a history, of $owner: the change is made" [ "$status" = 0 ]
        check "a history, of $owner: a note says why it is not recorded" grep -q "refused a symbolic link" <<<"$message"
        check "a history, of $owner: the target is unchanged" cmp "$work/facts" <(facts "$work/victim")
    done

    # The user's own files, wherever they are, as under sudo.
    owner=65534 trap=plant_file_link
    set_trap plant_in_home
    is_written "a link to the user's own file" "$sticky/link.plist" "$work/victim/file.plist" set dump convert
    check "the file keeps its owner" prints 65534 stat -c %u "$work/victim/file.plist"
    trap=plant_directory_link
    set_trap plant_in_home
    is_written "a link to the user's own directory" "$sticky/link/new/new.plist" "$work/victim/new/new.plist" set dump
}
# Makes $sticky the home directory of the attacker, with the link of another trap, and gives $work/victim to a user.
plant_in_home() {
    chmod 755 "$sticky"
    chown 65534:65534 "$sticky"
    "$trap"
    chown -R "$owner:$owner" "$work/victim"
}
