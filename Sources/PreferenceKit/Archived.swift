public import Foundation
public import PreferenceCore
public import PreferenceSchemas
public import PropertyLists

/// A preference value that is an object of any class with secure coding.
///
/// ```swift
/// extension PreferenceKeys {
///     static let calendar = PreferenceKey<Archived<NSCalendar>?>("calendar")
/// }
///
/// Preferences[.calendar] = try Archived(calendar)
/// Preferences[.calendar]?.value
/// ```
///
/// The file contains it as the data of a keyed archive, which `NSKeyedUnarchiver` opens. Two values are equal if their
/// archives are equal, byte for byte.
public struct Archived<Object: NSObject & NSSecureCoding> {
    /// The keyed archive.
    public let archive: Data

    /// Archives the current state of an object.
    ///
    /// - Throws: `CocoaError` if the archive could not be opened again. For example, the object refers to itself, or to
    ///   one of a class without secure coding.
    public init(_ object: Object) throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        guard Self.object(in: archive) != nil else { throw CocoaError(.coderInvalidValue) }
        self.archive = archive
    }

    /// The object; each access creates a new one, so that changes to it are not shared.
    public var value: Object {
        guard let object = Self.object(in: archive) else {
            preconditionFailure("\(Object.self) refuses an archive that it has taken before")
        }
        return object
    }

    /// Decodes the object in an archive; returns nil if the archive has no object of this class.
    private static func object(in archive: Data) -> Object? {
        guard let sound = KeyedArchive(archive),
            let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: sound.data)
        else { return nil }
        // An unarchiver that requires secure coding stops the process at an unexpected class. The archive names no
        // class without secure coding, and an object of a class other than the requested one is nil.
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Object
        return unarchiver.error == nil ? object : nil
    }
}

extension Archived: Hashable, Sendable {}

extension Archived: PreferenceValue {
    public static var schema: SchemaRule { .data }

    /// Decodes the keyed archive in a data value; returns nil if it is damaged or has no object of this class.
    public init?(propertyList: PropertyList) {
        guard let archive = Data(propertyList: propertyList), Self.object(in: archive) != nil else { return nil }
        self.archive = archive
    }

    public var propertyList: PropertyList { archive.propertyList }
}
