/// How XML, which has no element for it, spells a keyed archive's reference, after CoreFoundation: a dictionary of one
/// key and an integer.
extension PropertyListDictionary {
    /// The key of such a dictionary.
    static let keyOfUIDInXML = "CF$UID"

    /// The reference that this dictionary stands for in XML; nil where it stands for itself.
    var uidInXML: UInt64? {
        guard count == 1, self[0].key.hasSameBytes(as: Self.keyOfUIDInXML), case .integer(let integer) = self[0].value
        else { return nil }
        return UInt64(exactly: integer)
    }

    /// The value that this dictionary stands for in XML.
    var valueInXML: PropertyList {
        uidInXML.map(PropertyList.uid) ?? .dictionary(self)
    }

    /// The entry of the dictionary that stands for a reference in XML.
    static func entryInXML(ofUID identifier: UInt64) -> Entry {
        Entry(key: keyOfUIDInXML, value: .integer(PropertyListInteger(identifier)))
    }
}
