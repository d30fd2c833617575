package import PropertyLists

/// The state of a value relative to the default of its key.
package enum PreferenceState: String {
    /// The key is set to another value than its default, or has no default.
    case changed
    /// The key is set to its default.
    case same
    /// The key is unset, and the default applies.
    case standard = "default"
    /// The key is unset, and has no default.
    case unset

    package init(of stored: PropertyList?, default standard: PropertyList?) {
        self =
            if let stored {
                standard?.isEqualInJSON(to: stored) ?? false ? .same : .changed
            } else {
                standard == nil ? .unset : .standard
            }
    }
}
