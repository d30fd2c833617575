# Prints lines "job, program, microseconds" as the lines of a table, or with `output=plot` as an SVG. Needs figures.awk.
#
# The table has a row for each program and a column for each job, with times and their ratios to those of prefs. The
# plot has a panel for each job, with a dot for each program on a logarithmic scale, the fastest first.

BEGIN {
    # A phone shows this width without making the letters smaller.
    width = 380
    nameWidth = 132
    plotWidth = 146
    labelWidth = 44
    rowHeight = 19
    titleHeight = 36
    axisHeight = 24
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

# Draws the panel of a job, and returns the position of what is below it.
function draw(job, top, low, high, every, power, row, x, y, count, bottom) {
    count = rowCount[job]
    top += titleHeight
    low = floor10(times[job, 1])
    high = ceiling10(times[job, count])
    if (high == low) high++
    bottom = top + count * rowHeight
    every = plotWidth / (high - low) < labelWidth ? 2 : 1
    svg_text(10, top - 12, "title", job)
    for (power = low; power <= high; power++) {
        x = nameWidth + scaled(10 ^ power, low, high, plotWidth)
        svg_line(x, top, x, bottom, "grid")
        if ((power - low) % every == 0) svg_text(x, bottom + 16, "quiet middle", duration(10 ^ power))
    }
    for (row = 1; row <= count; row++) {
        x = nameWidth + scaled(times[job, row], low, high, plotWidth)
        y = top + (row - 0.5) * rowHeight
        svg_text(nameWidth - 10, y + 4, names[job, row] == "prefs" ? "title end" : "end", names[job, row])
        svg_dot(x, y, names[job, row] == "prefs" ? ours : theirs)
        svg_text(nameWidth + plotWidth + 14, y + 4, "quiet", cell(job, names[job, row]))
    }
    return bottom + axisHeight
}

END {
    if (output != "plot") {
        print_table()
        exit
    }
    height = 8
    for (j = 1; j <= jobCount; j++) height += titleHeight + rowCount[jobs[j]] * rowHeight + axisHeight
    svg_begin(width, height, "Times of prefs and of other programs at the same jobs")
    top = 0
    for (j = 1; j <= jobCount; j++) top = draw(jobs[j], top)
    svg_end()
}
