// Typed preferences for programs without Foundation.
//
// An import brings the vocabulary of preferences alone: these types beside those of the module. What the codecs, the
// store and the rules of schemas have beyond that comes with an import of their modules.

@_exported public import struct PreferenceSchemas.PreferenceSchema
@_exported public import struct PreferenceSchemas.SchemaRule
@_exported public import struct PreferenceStore.ChangeOptions
@_exported public import enum PreferenceStore.Durability
@_exported public import struct PreferenceStore.PreferenceChange
@_exported public import enum PreferenceStore.PreferenceStoreError
@_exported public import struct PreferenceStore.SuiteName
@_exported public import enum PropertyLists.PropertyList
@_exported public import protocol PropertyLists.PropertyListConvertible
@_exported public import struct PropertyLists.PropertyListDate
@_exported public import struct PropertyLists.PropertyListDictionary
@_exported public import struct PropertyLists.PropertyListInteger
@_exported public import enum PropertyLists.PropertyListKind
