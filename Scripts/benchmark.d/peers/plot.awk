# Draws lines "job, program, microseconds" as an SVG: for each job a panel, with a dot for each program on a logarithmic
# scale, the fastest first. Needs svg.awk.

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
    # Each job's programs are kept in the order of their times.
    for (row = ++rowCount[$1]; row > 1 && times[$1, row - 1] > $3 + 0; row--) {
        times[$1, row] = times[$1, row - 1]
        names[$1, row] = names[$1, row - 1]
    }
    times[$1, row] = $3 + 0
    names[$1, row] = $2
    if ($2 == "prefs") base[$1] = $3
    if (rowCount[$1] > mostRows) mostRows = rowCount[$1]
}

function draw(job, left, top, low, high, power, row, x, y, count, bottom) {
    count = rowCount[job]
    low = floor10(times[job, 1])
    high = ceiling10(times[job, count])
    if (high == low) high++
    bottom = top + count * rowHeight
    svg_text(left + nameWidth, top - 12, "title", job)
    for (power = low; power <= high; power++) {
        x = left + nameWidth + (power - low) / (high - low) * plotWidth
        svg_line(x, top, x, bottom, "grid")
        if (high - low < 5 || (power - low) % 2 == 0) svg_text(x, bottom + 16, "quiet middle", duration(10 ^ power))
    }
    for (row = 1; row <= count; row++) {
        x = left + nameWidth + (log10(times[job, row]) - low) / (high - low) * plotWidth
        y = top + (row - 0.5) * rowHeight
        svg_text(left + nameWidth - 10, y + 4, names[job, row] == "prefs" ? "title end" : "end", names[job, row])
        svg_dot(x, y, names[job, row] == "prefs" ? ours : theirs)
        svg_text(left + nameWidth + plotWidth + 14, y + 4, "quiet", duration(times[job, row]) \
            (names[job, row] == "prefs" ? "" : ", " times_as_long(times[job, row] / base[job])))
    }
}

END {
    panelHeight = mostRows * rowHeight + 76
    svg_begin(columns * panelWidth, int((jobCount + columns - 1) / columns) * panelHeight + 8,
        "Times of prefs and of other programs at the same jobs")
    for (j = 1; j <= jobCount; j++)
        draw(jobs[j], (j - 1) % columns * panelWidth, int((j - 1) / columns) * panelHeight + 44)
    svg_end()
}
