enum OptionName: CaseIterable, Sendable {
    /// Which file, and which schema.
    case suite, global, system, byHost, file, only, schema, noSchema
    /// Where in a value.
    case pointer, parents
    /// What is asked, and what is looked for.
    case defaultValue, expect, ignoreCase, inKeys, inValues
    /// How the output looks, and where it goes.
    case raw, json, typed, null, long, format, output, asCommands
    /// A type and a value of it, in one option.
    case stringValue, integerValue, floatValue, boolValue, dateValue, dataValue, hexadecimalDataValue
    case jsonValue, propertyListValue, typedValue, array, arrayAdd, dictionary, dictionaryAdd
    /// Where a value comes from, and how data is spelled there.
    case valueFile, hexadecimal, base64
    /// What is changed, and when.
    case pairs, ifUnset, ifEquals, dryRun, all, strict, force, toSuite, prune, check, against, lossy
    /// How a change goes about it.
    case lockTimeout, replaceCorrupt, breakHardLinks
    /// What is said beside the data.
    case quiet, verbose, help
}
