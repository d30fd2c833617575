# Prints lines "job, program, microseconds" as the lines of a table, or with `output=plot` as an SVG. Needs figures.awk.
#
# The table has a row for each program and a column for each job, with times and their ratios to those of prefs. The
# plot has a panel for each job, with a dot for each program on a logarithmic scale, the fastest first.

BEGIN {
    columns = 2
    panelWidth = 460
    nameWidth = 150
    plotWidth = 195
    rowHeight = 19
    ours = "#d9712b"
    theirs = "#3b82c4"
}

{
    if (!($1 in rowCount)) jobs[++jobCount] = $1
    if (!($2 in isProgram)) programs[++programCount] = $2
    isProgram[$2]
    timeOf[$1, $2] = $3
    # The programs of each job are sorted by time.
    for (row = ++rowCount[$1]; row > 1 && times[$1, row - 1] > $3 + 0; row--) {
        times[$1, row] = times[$1, row - 1]
        names[$1, row] = names[$1, row - 1]
    }
    times[$1, row] = $3 + 0
    names[$1, row] = $2
    if (rowCount[$1] > mostRows) mostRows = rowCount[$1]
}

# The time of a program, and its ratio to that of prefs.
function cell(job, program, time) {
    time = timeOf[job, program]
    if (time == "") return ""
    return duration(time) (program == "prefs" ? "" : ", " times_as_long(time / timeOf[job, "prefs"]))
}

function print_table(p, j, row) {
    row = ""
    for (j = 1; j <= jobCount; j++) row = row "\t" jobs[j]
    print row
    for (p = 1; p <= programCount; p++) {
        row = programs[p]
        for (j = 1; j <= jobCount; j++) row = row "\t" cell(jobs[j], programs[p])
        print row
    }
}

function draw(job, left, top, low, high, power, row, x, y, count, bottom) {
    count = rowCount[job]
    low = floor10(times[job, 1])
    high = ceiling10(times[job, count])
    if (high == low) high++
    bottom = top + count * rowHeight
    svg_text(left + nameWidth, top - 12, "title", job)
    for (power = low; power <= high; power++) {
        x = left + nameWidth + scaled(10 ^ power, low, high, plotWidth)
        svg_line(x, top, x, bottom, "grid")
        if (high - low < 5 || (power - low) % 2 == 0) svg_text(x, bottom + 16, "quiet middle", duration(10 ^ power))
    }
    for (row = 1; row <= count; row++) {
        x = left + nameWidth + scaled(times[job, row], low, high, plotWidth)
        y = top + (row - 0.5) * rowHeight
        svg_text(left + nameWidth - 10, y + 4, names[job, row] == "prefs" ? "title end" : "end", names[job, row])
        svg_dot(x, y, names[job, row] == "prefs" ? ours : theirs)
        svg_text(left + nameWidth + plotWidth + 14, y + 4, "quiet", cell(job, names[job, row]))
    }
}

END {
    if (output != "plot") {
        print_table()
        exit
    }
    panelHeight = mostRows * rowHeight + 76
    svg_begin(columns * panelWidth, int((jobCount + columns - 1) / columns) * panelHeight + 8,
        "Times of prefs and of other programs at the same jobs")
    for (j = 1; j <= jobCount; j++)
        draw(jobs[j], (j - 1) % columns * panelWidth, int((j - 1) / columns) * panelHeight + 44)
    svg_end()
}
