public import Foundation
public import PreferenceCore
public import PropertyLists

/// An object of any class that supports secure coding, as a preference.
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
/// It stands in the file as the data of a keyed archive, which `NSKeyedUnarchiver` opens. Two are equal when their
/// archives are, byte for byte.
public struct Archived<Object: NSObject & NSSecureCoding> {
    /// The keyed archive.
    public let archive: Data

    /// An object as it is now.
    ///
    /// - Throws: `CocoaError` where the archive could not be opened again: the object refers to itself, say, or to one of
    ///   a class without secure coding.
    public init(_ object: Object) throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        guard Self.object(in: archive) != nil else { throw CocoaError(.coderInvalidValue) }
        self.archive = archive
    }

    /// The object: a new one each time, so that nobody else's changes it.
    public var value: Object {
        guard let object = Self.object(in: archive) else {
            preconditionFailure("\(Object.self) refuses an archive that it has taken before")
        }
        return object
    }

    /// The object in an archive; nil where there is none of this class.
    private static func object(in archive: Data) -> Object? {
        guard let sound = KeyedArchive(archive),
            let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: sound.data)
        else { return nil }
        // An unarchiver that requires secure coding stops the process at a class that was not expected. The archive
        // names none without secure coding, and an object of another class than is asked for is nil.
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Object
        return unarchiver.error == nil ? object : nil
    }
}

extension Archived: Hashable, Sendable {}

extension Archived: PreferenceValue {
    public static var schema: SchemaRule { .data }

    /// The keyed archive of a data value, where an object of this class comes out of it; a damaged one is refused.
    public init?(propertyList: PropertyList) {
        guard let archive = Data(propertyList: propertyList), Self.object(in: archive) != nil else { return nil }
        self.archive = archive
    }

    public var propertyList: PropertyList { archive.propertyList }
}
