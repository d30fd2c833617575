# Prints lines "verb, size, microseconds, bytes", with ascending sizes, as the lines of a table. With `output=plot`,
# prints an SVG: time and memory side by side, on logarithmic scales. `unit` is the unit of the sizes. Needs
# figures.awk.
#
# The last columns of the table are exponents: 1 if a document ten times as large takes ten times as long. The cost of
# the smallest size is that of starting, and is subtracted. Only the largest sizes are fitted, as long as they cost at
# least twice as much. With `most`, fails if an exponent exceeds it, and prints the exponent to standard error.

BEGIN {
    split("#3b82c4 #d9712b #3a9d5d #9b6fc3 #d14d57 #2a9d9d #a08a2c", colours, " ")
    plotWidth = 300
    plotHeight = 300
    top = 56
}

{
    if (!($1 in isVerb)) verbs[++verbCount] = $1
    isVerb[$1]
    if (!($2 in isSize)) sizes[++sizeCount] = $2
    isSize[$2]
    figures[$1, $2, "time"] = $3
    figures[$1, $2, "memory"] = $4
}

# The slope of the best line through the logarithms of size and cost; empty if fewer than two sizes can be used.
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

function print_table(v, i, row) {
    row = unit == "bytes" ? "size of a value" : "keys"
    for (i = 1; i <= sizeCount; i++) row = row "\t" (unit == "bytes" ? memory(sizes[i]) : grouped(sizes[i]))
    print row "\ttime\tmemory"
    for (v = 1; v <= verbCount; v++) {
        row = "`" verbs[v] "`"
        for (i = 1; i <= sizeCount; i++)
            row = row "\t" duration(figures[verbs[v], sizes[i], "time"]) ", " \
                memory(figures[verbs[v], sizes[i], "memory"])
        print row "\t" exponent_cell(verbs[v], "time") "\t" exponent_cell(verbs[v], "memory")
    }
}

function x_of(size) { return left + log(size / sizes[1]) / log(sizes[sizeCount] / sizes[1]) * plotWidth }

function y_of(figure) { return top + plotHeight - scaled(figure, low, high, plotHeight) }

function draw_axes(cost, title, power, i, x, y) {
    svg_text(left, top - 16, "title", title)
    for (power = low; power <= high; power++) {
        y = y_of(10 ^ power)
        svg_line(left, y, left + plotWidth, y, "grid")
        svg_text(left - 8, y + 4, "quiet end", cost == "time" ? duration(10 ^ power) : memory(10 ^ power))
    }
    for (i = 1; i <= sizeCount; i++) {
        x = x_of(sizes[i])
        svg_line(x, top, x, top + plotHeight, "grid")
        svg_text(x, top + plotHeight + 18, "quiet middle", unit == "bytes" ? memory(sizes[i]) : thousands(sizes[i]))
    }
    svg_text(left + plotWidth / 2, top + plotHeight + 38, "quiet middle", unit == "bytes" ? "size of a value" : "keys")
}

# Draws a dashed line through the top right corner, with the slope of proportional growth.
function draw_guide(decades) {
    decades = log10(sizes[sizeCount] / sizes[1])
    if (decades > high - low) decades = high - low
    svg_line(left + plotWidth, top, left + plotWidth - decades / log10(sizes[sizeCount] / sizes[1]) * plotWidth,
        top + plotHeight * decades / (high - low), "guide")
}

# Places the names at the ends of the lines, moved apart if they are too close.
function draw_names(cost, i, j, name, order, places) {
    for (i = 1; i <= verbCount; i++) {
        order[i] = i
        places[i] = y_of(figures[verbs[i], sizes[sizeCount], cost])
    }
    for (i = 2; i <= verbCount; i++)
        for (j = i; j > 1 && places[order[j]] < places[order[j - 1]]; j--) {
            name = order[j]
            order[j] = order[j - 1]
            order[j - 1] = name
        }
    for (i = 2; i <= verbCount; i++)
        if (places[order[i]] < places[order[i - 1]] + 15) places[order[i]] = places[order[i - 1]] + 15
    for (i = verbCount; i > 0; i--) {
        j = i == verbCount ? top + plotHeight : places[order[i + 1]] - 15
        if (places[order[i]] > j) places[order[i]] = j
        printf "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>\n", left + plotWidth,
            y_of(figures[verbs[order[i]], sizes[sizeCount], cost]), left + plotWidth + 16, places[order[i]],
            colours[order[i]]
        svg_text(left + plotWidth + 20, places[order[i]] + 4, "", verbs[order[i]])
    }
}

function draw(cost, title, v, i, figure, points) {
    low = high = ""
    for (v = 1; v <= verbCount; v++)
        for (i = 1; i <= sizeCount; i++) {
            figure = figures[verbs[v], sizes[i], cost]
            if (low == "" || floor10(figure) < low) low = floor10(figure)
            if (high == "" || ceiling10(figure) > high) high = ceiling10(figure)
        }
    draw_axes(cost, title)
    draw_guide()
    for (v = 1; v <= verbCount; v++) {
        points = ""
        for (i = 1; i <= sizeCount; i++)
            points = points sprintf(" %.1f,%.1f", x_of(sizes[i]), y_of(figures[verbs[v], sizes[i], cost]))
        printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", substr(points, 2),
            colours[v]
        for (i = 1; i <= sizeCount; i++) svg_dot(x_of(sizes[i]), y_of(figures[verbs[v], sizes[i], cost]), colours[v])
    }
    draw_names(cost)
}

function thousands(number) {
    return number < 1e3 ? number : number < 1e6 ? number / 1e3 "k" : number / 1e6 "M"
}

END {
    if (output != "plot") {
        print_table()
        exit beyond
    }
    svg_begin(880, top + plotHeight + 56,
        "Time and peak memory of prefs by " (unit == "bytes" ? "the size of a value" : "keys"))
    left = 64
    draw("time", "Time; dashed: in proportion")
    left = 500
    draw("memory", "Peak memory")
    svg_end()
}
