package import PreferenceStore
package import PropertyLists

extension Ownership {
    /// What became of the values of an owner that could not be taken back.
    package struct Withdrawn {
        package init() {}

        /// The pointers of the owner whose values somebody else has changed since, and which therefore stay.
        package fileprivate(set) var released: [[String]] = []
        /// The pointers of the owner whose values stay because the ones before were secret, or are erased.
        package fileprivate(set) var irretrievable: [[String]] = []
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
    ///   - takesOver: whether what other owners set there is taken over, with what was there before either; a value
    ///     that is not as they left it counts as the one before.
    package mutating func withdraw(
        _ owner: String,
        keeping pointers: [[String]],
        replacing formerNames: [String] = [],
        in contents: inout PropertyListDictionary,
        takingOver takesOver: Bool = false
    ) throws(Conflict) -> Withdrawn {
        // The settings of others that are taken over, and then those of the owner that its seed no longer has.
        var gone: [OwnedSetting] = []
        let seeded = PointerTree(pointers + formerNames.map { [$0] })
        for other in owners where other != owner {
            let taken = self[other].filter { seeded.overlaps($0.pointer) }
            guard let first = taken.first else { continue }
            guard takesOver else { throw Conflict(owner: other, pointer: first.pointer) }
            self[other].removeAll { seeded.overlaps($0.pointer) }
            gone += taken
        }
        let takenCount = gone.count
        let kept = Set(pointers.map { $0.map { ByteKey($0) } })
        let isKept = { (setting: OwnedSetting) in kept.contains(setting.keys) }
        gone += self[owner].filter { !isKept($0) }
        self[owner].removeAll { !isKept($0) }
        let tree = PointerTree(gone.enumerated().map { ($1.pointer, (position: $0, setting: $1)) })
        var withdrawal = Withdrawal()
        withdrawal.withdraw(tree, at: [], in: &contents)
        var withdrawn = Withdrawn()
        func ofOwner(_ positions: Set<Int>) -> [[String]] {
            positions.filter { $0 >= takenCount }.sorted().map { gone[$0].pointer }
        }
        withdrawn.released = ofOwner(withdrawal.unmatched)
        withdrawn.irretrievable = ofOwner(withdrawal.irretrievable)
        hand(withdrawal.usedParents)
        let root = PropertyList.dictionary(contents)
        withdrawn.changedSince = self[owner].filter { !$0.value.matches(root.value(at: $0.pointer)) }.map(\.pointer)
        return withdrawn
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

    /// Returns the first of some pointers that an owner is about to set whose value is withheld; nil if there is none.
    ///
    /// The record would keep only its digest, so it could not be given back.
    package func firstWithheld(
        of owner: String,
        at pointers: [[String]],
        in contents: PropertyListDictionary,
        where isWithheld: ([String], PropertyList) -> Bool
    ) -> [String]? {
        let (owned, root) = (Set(self[owner].map(\.keys)), PropertyList.dictionary(contents))
        return pointers.first { pointer in
            guard let value = root[pointer: pointer], !owned.contains(pointer.map { ByteKey($0) }) else { return false }
            return isWithheld(pointer, value)
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
    ///   - isWithheld: whether a value at a pointer, or a part of it, must not be kept.
    package mutating func record(
        _ owner: String,
        _ pointers: [[String]],
        from old: PropertyListDictionary,
        in transaction: inout TransactionContents,
        withholding isWithheld: ([String], PropertyList) -> Bool
    ) {
        let (old, new) = (PropertyList.dictionary(old), PropertyList.dictionary(transaction.stored))
        var settings = self[owner]
        var positions: [[ByteKey]: Int] = [:]
        for (position, setting) in settings.enumerated() {
            positions[setting.keys] = position
        }
        for pointer in pointers {
            guard let value = new.value(at: pointer) else { continue }
            let own = OwnedSetting.Value(value, isSecret: isWithheld(pointer, value))
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
                        former: former.map { OwnedSetting.Value($0, isSecret: isWithheld(pointer, $0)) },
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

/// Makes values what they were before owners set them, in one pass through the containers that have them.
private struct Withdrawal {
    /// The positions of the settings whose values stay: they are not as their owner left them.
    private(set) var unmatched: Set<Int> = []
    /// The positions of those whose values stay because only a digest is kept of the ones before.
    private(set) var irretrievable: Set<Int> = []
    /// The containers that were made for settings that are gone, and that have other values.
    private(set) var usedParents: Set<[ByteKey]> = []

    /// Makes the values in one dictionary, and in those inside it, what they were before.
    ///
    /// - Parameters:
    ///   - settings: the settings, with their positions, by the tokens that lead from here to them.
    ///   - pointer: the tokens that lead here.
    /// - Returns: the length of the pointer to the outermost container that was made for a setting that is gone.
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
                case _ where !setting.value.matches(value): unmatched.insert(position)
                case .secret?: irretrievable.insert(position)
                case .value(let former)?:
                    contents[key.string] = former
                case nil:
                    removed.insert(key)
                    madeLength = min(madeLength, pointer.count + 1 - setting.parentCount)
                }
                continue
            }
            let inner = pointer + [key]
            let madeInside: Int
            let isEmpty: Bool
            switch value {
            case .dictionary(var entries)?:
                madeInside = withdraw(branch, at: inner, in: &entries)
                contents[key.string] = .dictionary(entries)
                isEmpty = entries.isEmpty
            case .array(var elements)?:
                madeInside = withdraw(branch, at: inner, in: &elements)
                contents[key.string] = .array(elements)
                isEmpty = elements.isEmpty
            default:
                unmatched.formUnion(branch.values.map(\.position))
                continue
            }
            madeLength = min(madeLength, madeInside)
            guard madeInside <= inner.count else { continue }
            if isEmpty { removed.insert(key) } else { usedParents.insert(inner) }
        }
        if !removed.isEmpty { contents.removeAll { removed.contains(ByteKey($0.key)) } }
        return madeLength
    }

    /// Makes the elements of an array what they were before, each of which is owned as a whole.
    ///
    /// - Returns: as for a dictionary.
    private mutating func withdraw(
        _ settings: PointerTree<(position: Int, setting: OwnedSetting)>,
        at pointer: [ByteKey],
        in elements: inout [PropertyList]
    ) -> Int {
        var madeLength = Int.max
        for (token, branch) in settings.branches {
            guard let (position, setting) = branch.value, ElementSelector(token.string) != nil,
                let place = elements.position(named: token.string), setting.value.matches(elements[place])
            else {
                unmatched.formUnion(branch.values.map(\.position))
                continue
            }
            switch setting.former {
            case .secret?: irretrievable.insert(position)
            case .value(let former)?: elements[place] = former
            case nil:
                elements.remove(at: place)
                madeLength = min(madeLength, pointer.count + 1 - setting.parentCount)
            }
        }
        return madeLength
    }
}

extension PropertyList {
    /// Returns the value to which keys of dictionaries and selectors of elements lead.
    ///
    /// An index leads nowhere: whoever has put an array in place of a dictionary has changed all its values.
    fileprivate func value(at tokens: some Sequence<String>) -> PropertyList? {
        var value = self
        for token in tokens {
            if value.kind == .array, ElementSelector(token) == nil { return nil }
            guard let next = value[pointer: [token]] else { return nil }
            value = next
        }
        return value
    }
}

/// Values by pointers, to find whether another pointer equals, contains or lies in one of them.
final class PointerTree<Value> {
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
