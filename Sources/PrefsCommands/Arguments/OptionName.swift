/// The identity of an option, whatever its spelling and whichever verb it stands with.
enum OptionName: CaseIterable, Sendable {
    // Which file
    case suite
    case global
    case system
    case byHost
    case file
    case only

    // Which schema
    case schema
    case noSchema

    // Where in a value
    case pointer
    case parents

    // What is asked
    case defaultValue
    case expect

    // Find
    case ignoreCase
    case inKeys
    case inValues

    // Watch
    case asCommands

    // Output
    case raw
    case json
    case typed
    case null
    case long
    case format
    case output

    // Type and value, in one option
    case stringValue
    case integerValue
    case floatValue
    case boolValue
    case dateValue
    case dataValue
    case hexadecimalDataValue
    case jsonValue
    case propertyListValue
    case typedValue
    case array
    case arrayAdd
    case dictionary
    case dictionaryAdd

    // Where a value comes from
    case valueFile
    case hexadecimal
    case base64

    // Set
    case pairs
    case ifUnset
    case ifEquals
    case dryRun

    // Reset, list
    case all
    case strict

    // Rename, copy, apply, diff, convert
    case force
    case toSuite
    case prune
    case check
    case against
    case lossy

    // How a change goes about it
    case lockTimeout
    case replaceCorrupt
    case breakHardLinks

    // Messages
    case quiet
    case verbose
    case help
}
