import PreferenceKit

/// The colours of the windows.
nonisolated enum Theme: String, PreferenceValue, CaseIterable {
    case light, dark
}
