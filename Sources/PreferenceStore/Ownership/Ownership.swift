package import PropertyLists

/// What owners have set in one file, and what was there before: a seed that an owner has applied can take back what it
/// has set.
package struct Ownership: Hashable, Sendable {
    /// The settings of each owner, in the order in which it has made them.
    private(set) package var settings: [String: [OwnedSetting]]

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
package struct OwnedSetting: Hashable, Sendable {
    /// A value, or of a secret only its digest.
    package enum Value: Hashable, Sendable {
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

    /// The key, and the keys of dictionaries in its value: a path of at least one token.
    package let pointer: [String]
    /// The tokens of the pointer, which are the same only if their bytes are.
    fileprivate var keys: [ByteKey] { pointer.map { ByteKey($0) } }
    /// The value that the owner has set, as the file stores it.
    package var value: Value
    /// The value before the owner set the first one; nil if there was none.
    ///
    /// Of a secret it is not kept.
    package let former: Value?
    /// The number of dictionaries around the value that did not exist before, and go with it when they are empty.
    fileprivate(set) package var parentCount: Int

    package init(pointer: [String], value: Value, former: Value?, parentCount: Int) {
        self.pointer = pointer
        self.value = value
        self.former = former
        self.parentCount = parentCount
    }

    /// Returns whether the setting is at a pointer, contains it, or lies in it.
    package func overlaps(_ other: [String]) -> Bool {
        zip(pointer, other).allSatisfy { $0.hasSameBytes(as: $1) }
    }
}

// MARK: Changing a suite

extension Ownership {
    /// The settings to make for an owner, and what it no longer sets.
    package struct Plan {
        package init() {}

        /// The settings of the owner that its seed no longer has, and those of others that are taken over.
        package fileprivate(set) var withdrawn: [OwnedSetting] = []
        /// The pointers of the owner whose values somebody else has changed since, and which therefore stay.
        package fileprivate(set) var released: [[String]] = []
        /// The pointers whose values somebody else has changed since, and which the seed sets again.
        package fileprivate(set) var changedSince: [[String]] = []
    }

    /// Two owners set the same value, or one a part of the other's.
    package struct Conflict: Error {
        package let owner: String
        package let pointer: [String]

        package init(owner: String, pointer: [String]) {
            self.owner = owner
            self.pointer = pointer
        }
    }

    /// Takes back what an owner no longer sets, before its seed is applied.
    ///
    /// A value that is not as the owner left it stays, and the owner lets go of it.
    ///
    /// - Parameters:
    ///   - pointers: the pointers that the seed sets.
    ///   - formerNames: the keys whose values go, since the seed sets keys that once had these names.
    ///   - takesOver: whether what other owners set there is taken over, with what was there before either; a value that
    ///     is not as they left it counts as the one before.
    package mutating func withdraw(
        _ owner: String,
        keeping pointers: [[String]],
        replacing formerNames: [String] = [],
        in contents: inout PropertyListDictionary,
        takingOver takesOver: Bool = false
    ) throws(Conflict) -> Plan {
        var plan = Plan()
        let seeded = PointerTree(pointers + formerNames.map { [$0] })
        for other in owners where other != owner {
            let taken = self[other].filter { seeded.overlaps($0.pointer) }
            guard let first = taken.first else { continue }
            guard takesOver else { throw Conflict(owner: other, pointer: first.pointer) }
            self[other].removeAll { seeded.overlaps($0.pointer) }
            plan.withdrawn += taken
        }
        let takenCount = plan.withdrawn.count
        let kept = Set(pointers.map { $0.map { ByteKey($0) } })
        let isKept = { (setting: OwnedSetting) in kept.contains(setting.keys) }
        plan.withdrawn += self[owner].filter { !isKept($0) }
        self[owner].removeAll { !isKept($0) }
        let withdrawn = PointerTree(plan.withdrawn.enumerated().map { ($1.pointer, (position: $0, setting: $1)) })
        var withdrawal = Withdrawal()
        withdrawal.withdraw(withdrawn, at: [], in: &contents)
        plan.released = plan.withdrawn.indices.filter { $0 >= takenCount && withdrawal.unmatched.contains($0) }
            .map { plan.withdrawn[$0].pointer }
        hand(withdrawal.usedParents)
        let root = PropertyList.dictionary(contents)
        plan.changedSince = self[owner].filter { !$0.value.matches(root.value(at: $0.pointer)) }.map(\.pointer)
        return plan
    }

    /// Returns the values in whose places an owner has put dictionaries, which are still there, by their pointers.
    ///
    /// A dictionary that a seed merges is one value there, and takes the place of the former value.
    package func replaced(
        by owner: String,
        in contents: PropertyListDictionary
    ) -> [[ByteKey]: PropertyList] {
        let root = PropertyList.dictionary(contents)
        var replaced: [[ByteKey]: PropertyList] = [:]
        for setting in self[owner] {
            guard case .value(let former)? = setting.former, former.kind != .dictionary,
                let value = root.value(at: setting.pointer), value.kind == .dictionary, setting.value.matches(value)
            else { continue }
            replaced[setting.keys] = former
        }
        return replaced
    }

    /// Hands on the dictionaries that were made for settings that are gone, and that are still in use: the last setting
    /// in them that goes removes them.
    private mutating func hand(_ parents: Set<[ByteKey]>) {
        guard !parents.isEmpty else { return }
        for owner in owners {
            for position in self[owner].indices where self[owner][position].former == nil {
                let keys = self[owner][position].keys
                var count = self[owner][position].parentCount
                while count < keys.count - 1, parents.contains(Array(keys.dropLast(count + 1))) { count += 1 }
                settings[owner]?[position].parentCount = count
            }
        }
    }

    /// Returns the first of some pointers that an owner is about to set whose value is secret; nil if there is none.
    ///
    /// The record would keep only its digest, so it could not be given back.
    package func firstSecret(
        of owner: String,
        at pointers: [[String]],
        in contents: PropertyListDictionary,
        isSecret: ([String], PropertyList) -> Bool
    ) -> [String]? {
        let (owned, root) = (Set(self[owner].map(\.keys)), PropertyList.dictionary(contents))
        return pointers.first { pointer in
            guard let value = root[pointer: pointer], !owned.contains(pointer.map { ByteKey($0) }) else { return false }
            return isSecret(pointer, value)
        }
    }

    /// Records what an owner has set.
    ///
    /// A value that equals the one before also keeps the order of its dictionaries.
    ///
    /// - Parameters:
    ///   - old: the contents after the withdrawal, and before the seed was applied, with the values that count as those
    ///     before.
    ///   - transaction: the contents after the seed was applied.
    ///   - isSecret: whether a value at a pointer is secret, or has a secret part.
    package mutating func record(
        _ owner: String,
        _ pointers: [[String]],
        from old: PropertyListDictionary,
        in transaction: inout TransactionContents,
        isSecret: ([String], PropertyList) -> Bool
    ) {
        let (old, new) = (PropertyList.dictionary(old), PropertyList.dictionary(transaction.stored))
        var settings = self[owner]
        var positions: [[ByteKey]: Int] = [:]
        for (position, setting) in settings.enumerated() {
            positions[setting.keys] = position
        }
        for pointer in pointers {
            guard let value = new.value(at: pointer) else { continue }
            let own = OwnedSetting.Value(value, isSecret: isSecret(pointer, value))
            let position: Int
            if let known = positions[pointer.map { ByteKey($0) }] {
                position = known
                settings[position].value = own
            } else {
                let former = old.value(at: pointer)
                let parents = (1..<pointer.count).count { old.value(at: pointer.prefix($0)) == nil }
                position = settings.count
                settings.append(
                    OwnedSetting(
                        pointer: pointer,
                        value: own,
                        former: former.map { OwnedSetting.Value($0, isSecret: isSecret(pointer, $0)) },
                        parentCount: former == nil ? parents : 0
                    )
                )
            }
            if case .value(let former)? = settings[position].former, former == value, value.kind.isContainer {
                transaction.root.replace(at: pointer, by: former)
            }
        }
        self[owner] = settings
    }
}

extension PropertyListDictionary {
    /// Replaces a value that exists, at the keys of dictionaries that lead to it.
    package mutating func replace(at pointer: [String], by value: PropertyList) {
        let whole = self[pointer[0]]
        self[pointer[0]] = (try? PropertyList(changing: whole, at: pointer[1...], to: value)) ?? whole
    }
}

/// Makes values what they were before owners set them, in one pass through the dictionaries that have them.
private struct Withdrawal {
    /// The positions of the settings whose values stay: they are not as their owner left them, or were secret before.
    private(set) var unmatched: Set<Int> = []
    /// The dictionaries that were made for settings that are gone, and that have other values.
    private(set) var usedParents: Set<[ByteKey]> = []

    /// Makes the values in one dictionary, and in those inside it, what they were before.
    ///
    /// - Parameters:
    ///   - settings: the settings, with their positions, by the keys that lead from here to them.
    ///   - pointer: the keys that lead here.
    /// - Returns: the length of the pointer to the outermost dictionary that was made for a setting that is gone.
    @discardableResult
    mutating func withdraw(
        _ settings: PointerTree<(position: Int, setting: OwnedSetting)>,
        at pointer: [ByteKey],
        in contents: inout PropertyListDictionary
    ) -> Int {
        var removed: Set<ByteKey> = []
        var madeLength = Int.max
        for (key, branch) in settings.branches {
            let value = contents[key.string]
            if let (position, setting) = branch.value {
                switch setting.former {
                case _ where !setting.value.matches(value), .secret?:
                    unmatched.insert(position)
                case .value(let former)?:
                    contents[key.string] = former
                case nil:
                    removed.insert(key)
                    madeLength = min(madeLength, pointer.count + 1 - setting.parentCount)
                }
                continue
            }
            guard case .dictionary(var entries)? = value else {
                unmatched.formUnion(branch.values.map(\.position))
                continue
            }
            let inner = pointer + [key]
            let madeInside = withdraw(branch, at: inner, in: &entries)
            madeLength = min(madeLength, madeInside)
            contents[key.string] = .dictionary(entries)
            guard madeInside <= inner.count else { continue }
            if entries.isEmpty { removed.insert(key) } else { usedParents.insert(inner) }
        }
        if !removed.isEmpty { contents.removeAll { removed.contains(ByteKey($0.key)) } }
        return madeLength
    }
}

extension PropertyList {
    /// Returns the value to which keys of dictionaries lead.
    ///
    /// An element of an array has no key: whoever has put an array in place of a dictionary has changed all its values.
    fileprivate func value(at keys: some Sequence<String>) -> PropertyList? {
        var value = self
        for key in keys {
            guard case .dictionary(let entries) = value, let next = entries[key] else { return nil }
            value = next
        }
        return value
    }
}

/// Values by pointers, to find whether another pointer equals, contains or lies in one of them.
private final class PointerTree<Value> {
    private(set) var branches: [ByteKey: PointerTree] = [:]
    private(set) var value: Value?

    init(_ values: [([String], Value)]) {
        for (pointer, value) in values {
            var tree = self
            for token in pointer {
                let branch = tree.branches[ByteKey(token)] ?? PointerTree([])
                tree.branches[ByteKey(token)] = branch
                tree = branch
            }
            tree.value = value
        }
    }

    var values: [Value] {
        (value.map { [$0] } ?? []) + branches.values.flatMap(\.values)
    }

    func overlaps(_ pointer: [String]) -> Bool {
        var tree = self
        for token in pointer {
            if tree.value != nil { return true }
            guard let branch = tree.branches[ByteKey(token)] else { return false }
            tree = branch
        }
        return true
    }
}

extension PointerTree<Void> {
    convenience init(_ pointers: [[String]]) {
        self.init(pointers.map { ($0, ()) })
    }
}
