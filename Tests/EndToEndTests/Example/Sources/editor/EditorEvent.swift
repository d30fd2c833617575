import PreferenceKit

/// What has happened once, or is counted.
nonisolated enum EditorEvent: String, PreferenceEnumeration {
    case firstLaunch, openedDocuments
}
