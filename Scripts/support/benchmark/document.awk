# Prints an XML property list with `keys` keys, from key0000001: strings, integers, booleans and reals.
#
# All values differ between a document with `turn` 0 and one with `turn` 1.

BEGIN {
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    print "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
    print "<plist version=\"1.0\">\n<dict>"
    values[0] = "<string>value %d of turn %d</string>"
    values[1] = "<integer>%d%d</integer>"
    values[2] = turn % 2 ? "<true/>" : "<false/>"
    values[3] = "<real>%d.%d5</real>"
    for (number = 1; number <= keys; number++)
        printf "\t<key>key%07d</key>\n\t" values[number % 4] "\n", number, number, turn
    print "</dict>\n</plist>"
}
