/// Typed preferences for programs without Foundation, and the stores and property lists that they use.
@_exported public import PreferenceSchemas
@_exported public import PreferenceStore
@_exported public import PropertyLists
