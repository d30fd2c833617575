import PropertyLists

/// Which entries of a suite's file a reading is for.
enum SoughtEntries {
    case all
    /// Those of some keys.
    case of(KeySelection)
    /// None, but the keys of all.
    case keysOfAll
    /// Those of some keys, which are to change; of a file that has to be written anew for that, all.
    case toChange([String])
}
