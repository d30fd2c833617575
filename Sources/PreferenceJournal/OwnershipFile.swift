package import PreferenceStore
package import PropertyLists

/// The record of the owners of one file, in the user's state; history and its limits do not concern it.
///
/// A change of the file and of the record cannot be one step. The record gets the intent first, then the file changes,
/// then the record gets the outcome. If a crash comes between, the file itself tells which of both holds.
package struct OwnershipFile: Sendable {
    private let records: PathRecords

    fileprivate init(_ records: PathRecords) {
        self.records = records
    }

    /// Returns the owners of a file.
    ///
    /// - Parameter contents: the whole contents of the file, which tell whether the last intent was carried out; read
    ///   only if there is one.
    package func read(
        for contents: @autoclosure () throws(PreferenceStoreError) -> PropertyListDictionary
    ) throws(PreferenceStoreError) -> Ownership {
        guard let value = try records.read(), value[pointer: [Record.removed]] == nil else { return Ownership() }
        guard let record = Record(value) else { throw records.malformed(value, expected: "the owners of settings") }
        guard let intent = record.intent else { return record.ownership }
        return record.outcome(of: intent, in: try contents())
    }

    /// Returns the owners of a file before a transaction, under the lock of the file.
    ///
    /// Whether the change of a killed process was made is judged by the whole file, of which the transaction may have
    /// read only some keys.
    package func read(
        before transaction: TransactionContents,
        of suite: SuiteFile
    ) throws(PreferenceStoreError) -> Ownership {
        try read(for: transaction.areWhole ? transaction.old : suite.read()?.root ?? [:])
    }

    /// Records what is about to become of the owners, on disk, before the file changes.
    func intend(_ change: OwnershipChange, changing changes: [PreferenceChange]) throws(PreferenceStoreError) {
        try records.write(Record(ownership: change.old, intent: Record.Intent(change.new, changes)).value)
    }

    /// Copies the owners to the record of the new name of a file that is about to be renamed.
    ///
    /// - Returns: what that record had.
    func copy(to other: OwnershipFile) throws(PreferenceStoreError) -> PropertyList? {
        let former = try other.records.read()
        if let entry = try records.read() { try other.records.write(entry) }
        return former
    }

    /// Writes a record as it was before a copy; nil removes it, as that of a file that has another name now.
    func write(_ entry: PropertyList?) throws(PreferenceStoreError) { try records.write(entry) }

    /// Marks the owners as those of a file that was removed, or of one that was restored.
    ///
    /// A file that is created anew has no owners; a restored one has those that it had.
    func setRemoved(_ isRemoved: Bool) throws(PreferenceStoreError) {
        guard let entry = try records.read(), case .dictionary(var object) = entry else { return }
        object[Record.removed] = isRemoved ? true : nil
        try records.write(.dictionary(object))
    }

    /// Keeps only the digests of values, which are secret from now on, or are to be forgotten.
    ///
    /// The caller has the lock of the file.
    package func forget(where isForgotten: (String, PropertyList) -> Bool) throws(PreferenceStoreError) {
        guard let entry = try records.read(), let record = Record(entry),
            case .dictionary(var object)? = record.withholding(where: isForgotten).value
        else { return }
        object[Record.removed] = entry[pointer: [Record.removed]]
        try records.write(.dictionary(object))
    }

    /// Records the owners after a change of the file, on disk.
    ///
    /// If this fails, the file tells that the intent was carried out.
    func settle(_ ownership: Ownership) throws(PreferenceStoreError) {
        try records.write(Record(ownership: ownership).value)
    }
}

/// The owners of a file before and after a change of it.
package struct OwnershipChange: Hashable, Sendable {
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

extension JournalDirectory {
    /// Returns the record of the owners of the file with a real path: in `prefs/owners` in the user's state, or in
    /// `.prefs/owners` beside a file for all users, since another administrator may take its settings back.
    package func ownership(of path: String) -> OwnershipFile {
        let system = PreferenceDirectories.standardSystemDirectory
        guard path.hasPrefix(system + "/") else { return OwnershipFile(records(of: path, in: Self.owners)) }
        return OwnershipFile(
            PathRecords(of: path, in: StateDirectory(path: "\(system)/.prefs/\(Self.owners)"), access: .readableByAll)
        )
    }

    /// The real paths of the files that have owners.
    package var ownedPaths: [String] {
        get throws(PreferenceStoreError) {
            try allRecords(in: Self.owners).map(\.key).sorted(byBytesOf: \.self)
        }
    }

    private static var owners: String { "owners" }
}

/// The owners of a file, and what a change is about to make of them.
private struct Record {
    struct Intent {
        let ownership: Ownership
        /// The digests of the values of the keys that change, before and after.
        let keys: [(key: String, old: Int64, new: Int64)]
    }

    /// The entry of the form that a removed file has.
    static let removed = "isRemoved"

    let ownership: Ownership
    var intent: Intent?

    func withholding(where isSecret: (String, PropertyList) -> Bool) -> Record {
        let intent = intent.map { Intent(ownership: $0.ownership.withholding(where: isSecret), keys: $0.keys) }
        return Record(ownership: ownership.withholding(where: isSecret), intent: intent)
    }

    /// Returns the owners according to the contents of the file.
    func outcome(of intent: Intent, in contents: PropertyListDictionary) -> Ownership {
        let digests = intent.keys.map { (key: $0.key, isOld: StableDigest.of(contents[$0.key]) == $0.old) }
        guard digests.contains(where: \.isOld) else { return intent.ownership }
        let isMade = zip(intent.keys, digests).contains { StableDigest.of(contents[$0.key]) == $0.new && !$1.isOld }
        guard isMade else { return ownership }
        // Another program has changed some keys since: of each key that is as before, the owners are as before.
        var outcome = intent.ownership
        let old = Set(digests.filter(\.isOld).map { ByteKey($0.key) })
        for owner in Set(ownership.owners + outcome.owners) {
            outcome[owner].removeAll { old.contains(ByteKey($0.pointer[0])) }
            outcome[owner] += ownership[owner].filter { old.contains(ByteKey($0.pointer[0])) }
        }
        return outcome
    }
}

extension Record.Intent {
    init(_ ownership: Ownership, _ changes: [PreferenceChange]) {
        self.ownership = ownership
        keys = changes.map { ($0.key, StableDigest.of($0.old), StableDigest.of($0.new)) }
    }
}

// MARK: The form in the record

extension Record {
    /// The record in typed JSON; nil without owners.
    var value: PropertyList? {
        guard !ownership.isEmpty || intent != nil else { return nil }
        var object: PropertyListDictionary = ["owners": ownership.value]
        if let intent {
            let keys = intent.keys.map { key, old, new -> PropertyList in
                ["key": .string(key), "old": old.propertyList, "new": new.propertyList]
            }
            object["intent"] = ["owners": intent.ownership.value, "keys": .array(keys)]
        }
        return .dictionary(object)
    }

    init?(_ value: PropertyList) {
        guard case .dictionary(let object) = value, let ownership = Ownership(object["owners"]) else { return nil }
        self.init(ownership: ownership)
        guard let intent = object["intent"] else { return }
        guard case .array(let elements)? = intent[pointer: ["keys"]],
            let intended = Ownership(intent[pointer: ["owners"]])
        else { return nil }
        var keys: [(key: String, old: Int64, new: Int64)] = []
        for element in elements {
            guard let key = element[pointer: ["key"]].flatMap(String.init(propertyList:)),
                let old = element[pointer: ["old"]].flatMap(Int64.init(propertyList:)),
                let new = element[pointer: ["new"]].flatMap(Int64.init(propertyList:))
            else { return nil }
            keys.append((key, old, new))
        }
        self.intent = Intent(ownership: intended, keys: keys)
    }
}

extension Ownership {
    /// The settings of each owner as typed JSON.
    package var value: PropertyList {
        var object = PropertyListDictionary()
        for owner in owners {
            object[owner] = .array(self[owner].map(\.form))
        }
        return .dictionary(object)
    }

    package init?(_ value: PropertyList?) {
        guard case .dictionary(let object)? = value else { return nil }
        var settings: [String: [OwnedSetting]] = [:]
        for entry in object {
            guard case .array(let elements) = entry.value else { return nil }
            let own = elements.compactMap(OwnedSetting.init)
            guard own.count == elements.count else { return nil }
            settings[entry.key] = own
        }
        self.init(settings)
    }
}

extension OwnedSetting {
    fileprivate var form: PropertyList {
        var object: PropertyListDictionary = ["pointer": pointer.propertyList, "set": value.form]
        object["former"] = former?.form
        object["parents"] = parentCount == 0 ? nil : parentCount.propertyList
        return .dictionary(object)
    }

    fileprivate init?(_ form: PropertyList) {
        guard let pointer = form[pointer: ["pointer"]].flatMap([String].init(propertyList:)), !pointer.isEmpty,
            let value = form[pointer: ["set"]].flatMap(Value.init(form:))
        else { return nil }
        let former = form[pointer: ["former"]].map(Value.init(form:))
        // A former value that is malformed is not the same as none.
        if case .some(nil) = former { return nil }
        let parents = form[pointer: ["parents"]].flatMap(Int.init(propertyList:)) ?? 0
        self.init(pointer: pointer, value: value, former: former ?? nil, parentCount: max(0, parents))
    }
}

extension OwnedSetting.Value {
    fileprivate var form: PropertyList {
        switch self {
        case .value(let value): ["value": value]
        case .secret(let digest): ["digest": digest.propertyList]
        }
    }

    fileprivate init?(form: PropertyList) {
        if let value = form[pointer: ["value"]] {
            self = .value(value)
        } else if let digest = form[pointer: ["digest"]].flatMap(Int64.init(propertyList:)) {
            self = .secret(digest: digest)
        } else {
            return nil
        }
    }
}
