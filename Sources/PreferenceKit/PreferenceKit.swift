/// Typed preferences for applications: everything of PreferenceCore, and the stores and property lists that it speaks of.
@_exported public import PreferenceCore
@_exported public import PreferenceStore
@_exported public import PropertyLists
