# Functions for the tables and the plots of the benchmarks: figures with units, and SVG elements.
#
# The colours of background and text follow the reader's light or dark scheme. The colours of data contrast with both.

function svg_begin(width, height, title) {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n",
        width, height, width, height
    print "<title>" svg_escaped(title) "</title>"
    print "<style>"
    print "text { font: 12px system-ui, sans-serif; fill: #1f2328 }"
    print ".title { font-weight: 600 } .quiet { fill: #59636e }"
    print ".middle { text-anchor: middle } .end { text-anchor: end }"
    print ".paper { fill: #ffffff } .grid { stroke: #d1d9e0 } .guide { stroke: #818b98; stroke-dasharray: 4 4 }"
    print "@media (prefers-color-scheme: dark) {"
    print "text { fill: #f0f6fc } .quiet { fill: #9198a1 } .paper { fill: #0d1117 } .grid { stroke: #3d444d }"
    print "}"
    print "</style>"
    printf "<rect class=\"paper\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", width, height
}

function svg_end() { print "</svg>" }

function svg_escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    return text
}

function svg_text(x, y, class, text) {
    printf "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>\n", x, y, class, svg_escaped(text)
}

function svg_line(x1, y1, x2, y2, class) {
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class
}

function svg_dot(x, y, colour) { printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x, y, colour }

function log10(number) { return log(number) / log(10) }

# The position of a figure on a logarithmic axis of this length, between two powers of ten.
function scaled(figure, low, high, length_of_axis) {
    return (log10(figure) - low) / (high - low) * length_of_axis
}

# The exponents of the largest power of ten up to a number, and of the smallest one from a number on.
function floor10(number, power) {
    power = int(log10(number))
    while (power > log10(number) + 1e-9) power--
    return power
}

function ceiling10(number, power) {
    power = floor10(number)
    return power < log10(number) - 1e-9 ? power + 1 : power
}

# Microseconds and bytes with their units.
function duration(number) {
    if (number < 999.5) return short(number) " µs"
    if (number < 999.5e3) return short(number / 1e3) " ms"
    return short(number / 1e6) " s"
}

function memory(number) {
    if (number < 1e3) return short(number) " B"
    if (number < 1e6) return short(number / 1e3) " kB"
    if (number < 1e9) return short(number / 1e6) " MB"
    return short(number / 1e9) " GB"
}

# One decimal below 10, unless the number is whole.
function short(number) { return sprintf(number < 9.95 && number != int(number) ? "%.1f" : "%.0f", number) }

function grouped(number, text) {
    text = sprintf("%.0f", number)
    while (match(text, /[0-9][0-9][0-9][0-9]($|,)/)) text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
    return text
}

function times_as_long(ratio) { return (ratio < 9.95 ? sprintf("%.1f", ratio) : grouped(ratio)) "x" }
