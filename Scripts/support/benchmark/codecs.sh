# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# codecs: parsing and writing documents, compared with other libraries; reading one key of a large file, compared with
# other programs.

export LC_ALL=C
# Programs with the commands "measure DIRECTORY" and "read FILE".
declare -A programs=(
    [PropertyLists]=$("$root/Scripts/support/program" codecs)
    [Foundation]=$("$root/Scripts/support/program" foundation-codecs)
    [plistlib]=$directory/plistlib-codecs.py
)
libraries=(Foundation plistlib)
has_plistutil=false
if command -v plistutil >/dev/null; then has_plistutil=true; fi

# Prints the number of runs for a command that takes this many times as long as a small one.
rounds() { echo $((runs > $1 ? runs / $1 : 1)); }

megabytes() { awk -v bytes="$1" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; }

# Prints lines "name, tab, microseconds" for commands that run alternately. Standard input contains their names.
timed() {
    local medians
    medians=$("$work/turns" "$@") || fail "the commands could not be timed"
    paste - <(echo "$medians")
}

# Prints the figure on a line of the output of `timed`.
figure() { sed -n "$2p" "$1" | cut -f 2; }

# Prints lines "program, size, operation, microseconds, bytes". Our library runs once for each run of another library.
measure_codecs() {
    local round library program
    for ((round = 0; round < $1; round++)); do
        for library in "${libraries[@]}"; do
            for program in PropertyLists "$library"; do
                "${programs[$program]}" measure . | sed "s/^/$program\t/"
            done
        done
    done | sort -t $'\t' -k 1,3 -k 4,4n
}

# Prints a table of rates; with names of documents, one of these beside Foundation.
print_codecs() {
    figures -v others="${libraries[*]}" -v shapes="$*" -f "$directory/codecs.awk" - samples <<'ROWS' | markdown
XML to tree	read xml	300
tree to XML	write xml	400
binary to tree	read binary	350
tree to binary	write binary	150
OpenStep to tree	read openstep	-
tree to OpenStep	write openstep	-
JSON to tree	read json	-
tree to JSON	write json	-
one key of XML	find xml	-
one key of binary	find binary	-
ROWS
}

# Prints a line in the format of `timed` for reading a key of a document within one process.
found_in_process() {
    awk -F '\t' -v operation="find $1" -v size="$2" '
        $1 == "PropertyLists" && $2 == size && $3 == operation { times[++count] = $4 }
        END { print "the library alone\t" (times[int((count + 1) / 2)] + times[int(count / 2) + 1]) / 2 }' samples
}

# Reads a key of an XML document, beside programs that only read the file.
find_in_xml() {
    # GNU grep stops at the first match if its output is /dev/null. Its output and that of prefs go to a file instead.
    # The others write to /dev/null: the next command would have to truncate a copy of the large file.
    local to_file=(sh -c 'exec "$@" >output' sh)
    timed "$1" \
        "${to_file[@]}" grep -c '<key>' "$2" -- "${to_file[@]}" "$prefs" get -f "$2" "$3" -- \
        wc -l "$2" -- cat "$2" <<'NAMES'
`grep -c '<key>'`
`prefs get`
`wc -l`
`cat`
NAMES
    found_in_process xml "${2%.*}"
}

find_in_binary() {
    timed "$1" "$prefs" get -f small.binary document000015.isPinned -- "$prefs" get -f large.binary "$key" <<'NAMES'
`prefs get`, small file
`prefs get`
NAMES
    found_in_process binary large
}

change_xml() {
    # The process ID makes each value different, since an unchanged value is not written.
    # shellcheck disable=SC2016
    timed "$1" cp "$memory/large.xml" "$memory/copy.xml" -- \
        sh -c 'exec "$0" set -f "$1" document075001.openCount --int $$' "$prefs" "$memory/large.xml" <<'NAMES'
`cp`
`prefs set`
NAMES
}

# Converts the large file to another format. The last argument is plistutil's name for that format.
convert() {
    timed "$1" "$prefs" dump -f "large.$2" --format "$3" -- plistutil -i "large.$2" -f "$4" <<'NAMES'
`prefs dump`
`plistutil`
NAMES
}

measure_peaks() {
    local program
    for program in PropertyLists "${libraries[@]}"; do
        printf '%s\t%s\t%s\n' "$program" \
            "$(peak "${programs[$program]}" read large.xml)" "$(peak "${programs[$program]}" read large.binary)"
    done
    if $has_plistutil; then
        printf 'plistutil, which writes the other format too\t%s\t%s\n' \
            "$(peak plistutil -i large.xml -f bin)" "$(peak plistutil -i large.binary -f xml)"
    fi
}

print_peaks() {
    awk -F '\t' -v xml="$xml_bytes" -v binary="$binary_bytes" '
        BEGIN { print "program\tXML\tbinary" }
        { printf "%s\t%.0f MB, %.1fx\t%.0f MB, %.1fx\n", $1, $2 / 1e6, $2 / xml, $3 / 1e6, $3 / binary }' peaks |
        markdown
}

"${programs[PropertyLists]}" generate .
python3 "$directory/shapes.py" . >shapes
xml_bytes=$(stat -c %s large.xml)
binary_bytes=$(stat -c %s large.binary)
key=document075000.title
[ "$("$prefs" get -f large.xml "$key")" = "$("$prefs" get -f large.binary "$key")" ] ||
    fail "prefs reads different values in XML and binary"

measure_codecs "$(rounds 100)" >samples
title "Megabytes of the document per second of processor time, median (best). The large document has 100,000 keys:" \
    "$(megabytes "$xml_bytes") of XML, $(megabytes "$binary_bytes") of binary. The medium one has 2,000, the small one 20." \
    "Other libraries: how many times as long they take, on the large document, or on the medium one to write it."
print_codecs
title "The same for documents of other shapes, as Python's plistlib writes them: values of any type, nested, with entities" \
    "and text that is not ASCII; half a million short keys; containers in containers."
print_codecs "$(cut -f 1 shapes | paste -s -d ' ')"

measure_peaks >peaks
title "Peak memory of reading the large document as a tree; to reach, of XML: 3 times the file"
print_peaks
$has_plistutil || title "Not installed: plistutil."
limit "the tree of the large XML file" "$(figure peaks 1)" "$xml_bytes" 3

# The times of whole processes are in the documents already: they are those of peers.
! $update || return 0

find_in_xml "$(rounds 10)" large.xml "$key" >found-in-xml
title "One key of the large XML file; to reach: at most 1.3 times \`grep\`"
table <found-in-xml
while IFS=$'\t' read -r shape sought; do
    find_in_xml "$(rounds 10)" "$shape.xml" "$sought" >found
    title "One key of the XML file $shape"
    table <found
done <shapes

find_in_binary "$(rounds 10)" >found-in-binary
title "One key of the large binary file; to reach: at most 8 times the small file"
table <found-in-binary

title "One key set in the large XML file, in memory, where nothing waits for a disk; to reach: at most 2 times \`cp\`"
memory=
trap 'if [ -n "$memory" ]; then rm -rf -- "$memory"; fi' EXIT
free_megabytes=$(df -t tmpfs -m --output=avail /dev/shm 2>/dev/null | tail -n 1) || free_megabytes=0
if [ "$free_megabytes" -gt 200 ]; then
    memory=$(mktemp -d /dev/shm/benchmark.XXXXXX)
    cp large.xml "$memory"
    age "$memory/large.xml"
    change_xml "$(rounds 10)" >changed-xml
    table <changed-xml
else
    echo "Not measured: /dev/shm is not a tmpfs with 200 MB free."
fi

if $has_plistutil; then
    title "The large file from XML to binary"
    convert "$(rounds 100)" xml binary bin | table
    title "The large file from binary to XML"
    convert "$(rounds 100)" binary xml xml | table
fi

limit "a key of the large XML file" "$(figure found-in-xml 2)" "$(figure found-in-xml 1)" 1.3
limit "a key of the large binary file" "$(figure found-in-binary 2)" "$(figure found-in-binary 1)" 8.0
[ -z "$memory" ] || limit "a change of the large XML file" "$(figure changed-xml 2)" "$(figure changed-xml 1)" 2.0
