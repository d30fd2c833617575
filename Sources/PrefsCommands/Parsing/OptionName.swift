enum OptionName: CaseIterable, Sendable {
    /// The file and the schema.
    case suite, global, system, managed, byHost, file, only, allSuites, keepGoing, schema, noSchema
    /// The keys, and the pointer into a value.
    case glob, ignore, volatile, pointer, parents
    /// The question, and the text to search for.
    case defaultValue, expect, typeAlone, elementCount, ignoreCase, inKeys, inValues
    /// The form and the destination of the output.
    case raw, json, typed, null, long, owners, changed, namesOnly, pretty, compact, colour, format, manualPage, output,
        asCommands
    /// A type and a value of it, in one option.
    case stringValue, integerValue, floatValue, boolValue, dateValue, dataValue, hexadecimalDataValue
    case jsonValue, propertyListValue, typedValue, array, arrayAdd, dictionary, dictionaryAdd
    /// The source of a value, and the encoding of its data.
    case valueFile, hexadecimal, base64
    /// The extent and the conditions of a change.
    case pairs, secrets, append, drop, ifUnset, ifEquals, changeTypes, dryRun, all, strict, force, toSuite, remove,
        renameSuite, unique, first, merge, prune, owner, withdraw, takeOver, check, report, against, lossy
    /// The method of a change.
    case lockTimeout, replaceCorrupt, breakHardLinks, noHistory
    /// The history.
    case count, forget, notSecret, clear
    /// The file of a merge in git's work tree.
    case workTreePath
    /// Messages beside the data.
    case quiet, verbose, help
}
