import PreferenceStore
package import PropertyLists

/// What owners have set in one file, and what was there before: a seed that an owner has applied can take back what it
/// has set.
package struct Ownership: Hashable, Sendable, Codable {
    /// The settings of each owner, in the order in which it has made them.
    internal(set) package var settings: [String: [OwnedSetting]]

    package init(_ settings: [String: [OwnedSetting]] = [:]) {
        self.settings = settings.filter { !$0.value.isEmpty }
    }

    package var isEmpty: Bool { settings.isEmpty }

    /// The owners, in byte order.
    package var owners: [String] { settings.keys.sorted(byBytesOf: \.self) }

    package subscript(owner: String) -> [OwnedSetting] {
        get { settings[owner] ?? [] }
        set { settings[owner] = newValue.isEmpty ? nil : newValue }
    }

    /// Returns the settings that are at a pointer, contain it, or lie in it, each with its owner.
    package func settings(at pointer: [String]) -> [(owner: String, setting: OwnedSetting)] {
        owners.flatMap { owner in self[owner].filter { $0.overlaps(pointer) }.map { (owner, $0) } }
    }

    /// Ends the ownership of keys.
    ///
    /// - Returns: The settings that ended, each with its owner.
    package mutating func end(_ keys: Set<ByteKey>) -> [(owner: String, setting: OwnedSetting)] {
        owners.flatMap { owner in
            let ended = self[owner].filter { keys.contains(ByteKey($0.pointer[0])) }
            self[owner].removeAll { keys.contains(ByteKey($0.pointer[0])) }
            return ended.map { (owner, $0) }
        }
    }

    /// Returns the same settings with the digests alone of values that are secret, as a key and a value tell.
    package func withholding(where isSecret: (String, PropertyList) -> Bool) -> Ownership {
        func withholding(_ value: OwnedSetting.Value, of key: String) -> OwnedSetting.Value {
            guard case .value(let own) = value, isSecret(key, own) else { return value }
            return OwnedSetting.Value(own, isSecret: true)
        }
        return Ownership(
            settings.mapValues { settings in
                settings.map { setting in
                    let key = setting.pointer[0]
                    return OwnedSetting(
                        pointer: setting.pointer,
                        value: withholding(setting.value, of: key),
                        former: setting.former.map { withholding($0, of: key) },
                        parentCount: setting.parentCount
                    )
                }
            }
        )
    }

    /// Makes the settings of owners what they were in one state where they differ from another, except where somebody
    /// else has become the owner.
    package mutating func change(from old: Ownership, to new: Ownership) {
        var gained: [(owner: String, setting: OwnedSetting)] = []
        for owner in Set(old.owners + new.owners).sorted(byBytesOf: \.self) {
            let (before, after) = (old.settingsByKeys(of: owner), new.settingsByKeys(of: owner))
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            self[owner].removeAll { changed.contains($0.keys) }
            gained += new[owner].filter { changed.contains($0.keys) }.map { (owner, $0) }
        }
        let owned = PointerTree(owners.flatMap { self[$0].map(\.pointer) })
        for (owner, setting) in gained where !owned.overlaps(setting.pointer) {
            self[owner].append(setting)
        }
    }

    private func settingsByKeys(of owner: String) -> [[ByteKey]: OwnedSetting] {
        Dictionary(self[owner].map { ($0.keys, $0) }) { _, last in last }
    }
}

/// A value that an owner has set at a pointer, and the value before.
package struct OwnedSetting: Hashable, Sendable, Codable {
    /// A value, or of a secret only its digest.
    package enum Value: Hashable, Sendable, Codable {
        case value(PropertyList)
        case secret(digest: Int64)

        package init(_ value: PropertyList, isSecret: Bool) {
            self = isSecret ? .secret(digest: StableDigest.of(value)) : .value(value)
        }

        /// Returns whether a value is this one; types count.
        func matches(_ value: PropertyList?) -> Bool {
            switch self {
            case .value(let own): own == value
            case .secret(let digest): StableDigest.of(value) == digest
            }
        }
    }

    /// The key, and keys of dictionaries and selectors of elements in its value: a path of at least one token.
    package let pointer: [String]
    /// The tokens of the pointer, which are the same only if their bytes are.
    var keys: [ByteKey] { pointer.map { ByteKey($0) } }
    /// The value that the owner has set, as the file stores it.
    package var value: Value
    /// The value before the owner set the first one; nil if there was none.
    ///
    /// Of a secret it is not kept.
    package let former: Value?
    /// The number of containers around the value that did not exist before, and go with it when they are empty.
    internal(set) package var parentCount: Int

    package init(pointer: [String], value: Value, former: Value?, parentCount: Int) {
        self.pointer = pointer
        self.value = value
        self.former = former
        self.parentCount = parentCount
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pointer = try container.decode([String].self, forKey: .pointer)
        value = try container.decode(Value.self, forKey: .value)
        former = try container.decodeIfPresent(Value.self, forKey: .former)
        parentCount = try container.decode(Int.self, forKey: .parentCount)
        // A file of the state may have been written by anybody.
        guard 0..<max(pointer.count, 1) ~= parentCount, !pointer.isEmpty else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no setting")
            throw DecodingError.dataCorrupted(context)
        }
    }

    /// Returns whether the setting is at a pointer, contains it, or lies in it.
    package func overlaps(_ other: [String]) -> Bool {
        zip(pointer, other).allSatisfy { $0.hasSameBytes(as: $1) }
    }
}

/// The owners of a file before and after a change of it.
package struct OwnershipChange: Hashable, Sendable, Codable {
    package let old: Ownership
    package let new: Ownership

    package init(from old: Ownership, to new: Ownership) {
        self.old = old
        self.new = new
    }

    func withholding(where isSecret: (String, PropertyList) -> Bool) -> OwnershipChange {
        OwnershipChange(from: old.withholding(where: isSecret), to: new.withholding(where: isSecret))
    }

    /// The keys of the settings that are owned in another way, in byte order.
    var keys: [String] {
        let settings = Set(old.owners + new.owners).flatMap { Set(old[$0]).symmetricDifference(new[$0]) }
        return Set(settings.map { ByteKey($0.pointer[0]) }).map(\.string).sorted(byBytesOf: \.self)
    }

    /// The change without the owners that it does not concern; nil if it concerns none.
    var concerned: OwnershipChange? {
        let owners = Set(old.owners + new.owners).filter { old[$0] != new[$0] }
        guard !owners.isEmpty else { return nil }
        return OwnershipChange(from: old.keeping(owners), to: new.keeping(owners))
    }
}

extension Ownership {
    fileprivate func keeping(_ owners: Set<String>) -> Ownership {
        Ownership(settings.filter { owners.contains($0.key) })
    }
}
