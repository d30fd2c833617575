// Measures the codecs of PropertyLists.
//
//     codecs generate FOLDER     writes the documents to measure: FOLDER/large.xml and the like
//     codecs measure FOLDER      prints lines of size, operation, microseconds, bytes
//     codecs read FILE           reads a document, for its peak of memory to be looked at from outside

import PropertyLists

func run(_ arguments: ArraySlice<String>) throws {
    switch (arguments.first, arguments.count) {
    case ("generate", 2):
        try generate(in: arguments[2])
    case ("measure", 2):
        try measure(in: arguments[2])
    case ("read", 2):
        let document = try contents(ofFile: arguments[2])
        keep(try PropertyList(parsing: document.span))
    default:
        throw Failure(description: "usage: codecs generate FOLDER | measure FOLDER | read FILE")
    }
}

try run(CommandLine.arguments.dropFirst())
