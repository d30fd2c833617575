/// Typed preferences for applications: all of PreferenceCore, and the stores and property lists that it uses.
@_exported public import PreferenceCore
@_exported public import PreferenceStore
@_exported public import PropertyLists
