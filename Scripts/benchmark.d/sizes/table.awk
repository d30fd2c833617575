# Prints a Markdown table of lines "verb, size, microseconds, bytes", whose sizes ascend; needs svg.awk for the units.
#
# The last columns are exponents: 1 where a document ten times as large takes ten times as long. What the smallest takes
# is the cost of starting, and is taken off; only sizes from where on all cost twice as much are fitted.
# With `most`, fails if an exponent is above it, and writes that to standard error.

{
    if (!(($1, "any") in figures)) verbs[++verbCount] = $1
    figures[$1, "any"]
    if (!($2 in isSize)) sizes[++sizeCount] = $2
    isSize[$2]
    figures[$1, $2, "time"] = $3
    figures[$1, $2, "memory"] = $4
}

# The slope of the line that fits the logarithms of size and cost best; empty if fewer than two sizes tell.
function exponent(verb, cost, start, i, x, y, n, sx, sy, sxx, sxy) {
    start = figures[verb, sizes[1], cost]
    n = sx = sy = sxx = sxy = 0
    for (i = sizeCount; i > 1 && figures[verb, sizes[i], cost] >= 2 * start; i--) {
        x = log(sizes[i] - sizes[1])
        y = log(figures[verb, sizes[i], cost] - start)
        n++
        sx += x
        sy += y
        sxx += x * x
        sxy += x * y
    }
    return n < 2 ? "" : (n * sxy - sx * sy) / (n * sxx - sx * sx)
}

function exponent_cell(verb, cost, slope) {
    slope = exponent(verb, cost)
    if (slope == "") return "-"
    if (most != "" && slope > most) {
        printf "the %s of `prefs %s` grows with the size to the power of %.2f\n", cost, verb, slope >"/dev/stderr"
        beyond = 1
    }
    return sprintf("%.2f", slope)
}

END {
    header = unit == "bytes" ? "| size of a value |" : "| keys |"
    rule = "| --- |"
    for (i = 1; i <= sizeCount; i++) {
        header = header " " (unit == "bytes" ? memory(sizes[i]) : grouped(sizes[i])) " |"
        rule = rule " ---: |"
    }
    print header " time | memory |"
    print rule " ---: | ---: |"
    for (v = 1; v <= verbCount; v++) {
        row = "| `" verbs[v] "` |"
        for (i = 1; i <= sizeCount; i++)
            row = row " " duration(figures[verbs[v], sizes[i], "time"]) ", " \
                memory(figures[verbs[v], sizes[i], "memory"]) " |"
        print row " " exponent_cell(verbs[v], "time") " | " exponent_cell(verbs[v], "memory") " |"
    }
    exit beyond
}
