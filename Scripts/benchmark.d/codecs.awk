# Prints the lines of a table of rates.
#
# Reads lines "what, operation, rate to reach", which become rows, then lines "program, size, operation, microseconds,
# bytes", sorted so that the times of one operation ascend. `others` names the programs beside PropertyLists.

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

# How many times the rate of another program ours is, on the largest document that both were given.
function ratio(program, operation, size) {
    size = (program, "large", operation) in counts ? "large" : "medium"
    if (!((program, size, operation) in counts)) return "-"
    return sprintf("%.1fx", median("PropertyLists", size, operation) / median(program, size, operation))
}

END {
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
