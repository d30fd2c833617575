# Prints a Markdown table of lines "job, program, microseconds": a row a program, a column a job, and how many times as
# long as prefs it takes. Needs svg.awk for the units.

{
    if (!($1 in isJob)) jobs[++jobCount] = $1
    isJob[$1]
    if (!($2 in isProgram)) programs[++programCount] = $2
    isProgram[$2]
    times[$1, $2] = $3
}

END {
    header = "| |"
    rule = "| --- |"
    for (j = 1; j <= jobCount; j++) {
        header = header " " jobs[j] " |"
        rule = rule " ---: |"
    }
    print header
    print rule
    for (p = 1; p <= programCount; p++) {
        row = "| " programs[p] " |"
        for (j = 1; j <= jobCount; j++) {
            time = times[jobs[j], programs[p]]
            if (time == "") row = row " |"
            else if (programs[p] == "prefs") row = row " " duration(time) " |"
            else row = row " " duration(time) ", " times_as_long(time / times[jobs[j], "prefs"]) " |"
        }
        print row
    }
}
