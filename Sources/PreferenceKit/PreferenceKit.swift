/// Typed preferences for applications: everything of PreferenceCore and the property lists under it.
@_exported public import PreferenceCore
@_exported public import PropertyLists
