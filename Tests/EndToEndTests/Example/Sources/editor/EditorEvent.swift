import PreferenceKit

/// Events that are recorded once or counted.
nonisolated enum EditorEvent: String, PreferenceEnumeration {
    case firstLaunch, openedDocuments
}
