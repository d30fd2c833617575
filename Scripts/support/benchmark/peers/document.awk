# Prints `keys` keys, from key1, with string values that end in `turn`, in a `format`:
#
#     xml    a property list           lines      key=value
#     ini    a section "general"       defaults   `domain`, key and value, as `defaults write` of GNUstep reads them

BEGIN {
    if (format == "xml") print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>"
    if (format == "ini") print "[general]"
    row["xml"] = "\t<key>%s</key>\n\t<string>%s</string>\n"
    row["ini"] = row["lines"] = "%s=%s\n"
    row["defaults"] = domain " %s %s\n"
    for (number = 1; number <= keys; number++) printf row[format], "key" number, "value" number turn
    if (format == "xml") print "</dict>\n</plist>"
}
