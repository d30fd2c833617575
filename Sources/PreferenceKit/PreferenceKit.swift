/// Typed preferences for applications: all of PreferenceCore, with the values and the `UserDefaults` of Foundation.
@_exported public import PreferenceCore
