# Prints the lines of a table of rates; with `shapes`, of those of the documents of other shapes beside Foundation.
#
# First reads the rows of the table: lines "name, operation, target rate". Then reads lines "program, size, operation,
# microseconds, bytes", sorted by ascending time within each operation. `others` names the programs to compare with.

NR == FNR {
    rows[++rowCount] = $1
    operations[rowCount] = $2
    targets[rowCount] = $3
    next
}

{ rates[$1, $2, $3, ++counts[$1, $2, $3]] = $5 / $4 }

function median(program, size, operation, group, count) {
    group = program SUBSEP size SUBSEP operation
    count = counts[group]
    return (rates[group, int((count + 1) / 2)] + rates[group, int(count / 2) + 1]) / 2
}

# Our rate relative to that of another program, for a document or, without a name, for the largest that both processed.
function ratio(program, operation, size) {
    if (size == "") size = (program, "large", operation) in counts ? "large" : "medium"
    if (!((program, size, operation) in counts)) return "-"
    return sprintf("%.1fx", median("PropertyLists", size, operation) / median(program, size, operation))
}

function print_shapes(count, names, row, number, line) {
    count = split(shapes, names, " ")
    line = "codec"
    for (number = 1; number <= count; number++) line = line "\t" names[number] "\tFoundation"
    print line
    for (row = 1; row <= rowCount; row++) {
        if (!(("PropertyLists", names[1], operations[row]) in counts)) continue
        line = rows[row]
        for (number = 1; number <= count; number++)
            line = line sprintf("\t%.0f", median("PropertyLists", names[number], operations[row])) \
                "\t" ratio("Foundation", operations[row], names[number])
        print line
    }
}

END {
    if (shapes) {
        print_shapes()
        exit
    }
    programCount = split(others, programs, " ")
    line = "codec\tsmall\tmedium\tlarge\tto reach"
    for (program = 1; program <= programCount; program++) line = line "\t" programs[program]
    print line
    for (row = 1; row <= rowCount; row++) {
        operation = operations[row]
        line = rows[row]
        line = line sprintf("\t%.0f", median("PropertyLists", "small", operation))
        line = line sprintf("\t%.0f", median("PropertyLists", "medium", operation))
        line = line sprintf("\t%.0f", median("PropertyLists", "large", operation))
        line = line sprintf(" (%.0f)\t%s", rates["PropertyLists", "large", operation, 1], targets[row])
        for (program = 1; program <= programCount; program++) line = line "\t" ratio(programs[program], operation)
        print line
    }
}
