package import PreferenceStore
package import PropertyLists

/// A change of a suite's file, as the history records it.
package struct HistoryRecord: Hashable, Sendable {
    /// The random identifier of the run of a command, or of a program's transaction.
    ///
    /// A run that changes several files leaves a record with its identifier in the history of each.
    package let id: String
    /// The time of the change, in milliseconds since the epoch.
    package let time: Int
    /// What made the change: the verb of a command, or a program's own words.
    package let action: String
    /// The suite of the file; nil if the file was selected by its path.
    package var suite: String?
    /// The real path of the file, without symbolic links.
    package var path: String
    package let role: Role
    /// Whether the file did not exist before.
    package let createsFile: Bool
    /// What the change made of the owners of the file; nil if it did not concern them.
    package var ownership: OwnershipChange?
    /// Who made the change; nil in a record of an older version.
    package var author: Author?
    package var content: Content

    /// The process that made a change.
    package struct Author: Hashable, Sendable {
        /// The number of the user, getuid(2).
        package let user: UInt32
        /// The name of the program, as it was started, without its directory; nil if it is not UTF-8.
        package let process: String?
        /// The name of the machine, gethostname(2); nil if it is not known.
        package let host: String?

        static var ofProcess: Author {
            Author(user: CallingProcess.realUser, process: CallingProcess.programName, host: CallingProcess.hostName)
        }

        package var userName: String { CallingProcess.userName(of: user) ?? String(user) }

        /// Adds the author to a JSON object: `user`, `process` and `host`, as far as they are known.
        package func describe(in object: inout PropertyListDictionary) {
            object["user"] = .string(userName)
            object["process"] = process.map(PropertyList.string)
            object["host"] = host.map(PropertyList.string)
        }
    }

    /// The relation of a change to others.
    package enum Role: Hashable, Sendable {
        case change
        /// The part of a run with this number, from 1, in the order of writing; the run is to change `count` files.
        case partOfRun(number: Int, count: Int)
        /// It undoes the change with this identifier.
        case undo(of: String)
        /// It undoes the undo with this identifier, and so redoes a change.
        case redo(of: String)
        /// It restores earlier changes, which another program had overwritten.
        case repair

        /// The identifier of the change that this one undoes; nil for any other change.
        package var undoneID: String? {
            switch self {
            case .undo(let id), .redo(let id): id
            case .change, .partOfRun, .repair: nil
            }
        }

        package var isUndo: Bool { if case .undo = self { true } else { false } }

        package var isRedo: Bool { if case .redo = self { true } else { false } }

        /// Whether the change undoes another one.
        package var isUndoOrRedo: Bool { undoneID != nil }
    }

    package enum Content: Hashable, Sendable {
        /// Changes of keys, and the texts that an undo could not write without them.
        case changes([PreferenceChange], [ChangedText] = [])
        /// The file was removed, with these contents.
        case removal(SavedFile)
        /// The file was created again, with these contents.
        case recreation(SavedFile)
        /// The file was renamed; the paths are real ones.
        case renaming(from: String, to: String)
        /// A content of this kind is in a file of its own, unless it was too large for one, or is no longer kept.
        case apart(Kind, keys: [String], count: Int)
    }

    /// A kind of content; the raw value is its name in a history.
    package enum Kind: String, Sendable {
        case changes
        case removal = "removed"
        case recreation = "recreated"
        case renaming = "renamed"
    }

    package var kind: Kind {
        switch content {
        case .changes: .changes
        case .removal: .removal
        case .recreation: .recreation
        case .renaming: .renaming
        case .apart(let kind, _, _): kind
        }
    }

    private var ownedKeys: [String] { ownership?.keys ?? [] }

    /// The first keys that changed, or else got other owners, at least those that a message names, and the number of
    /// all.
    package var keys: (first: [String], count: Int) {
        switch content {
        case .changes([], _): (ownedKeys, ownedKeys.count)
        case .changes(let changes, _): (changes.map(\.key), changes.count)
        case .removal, .recreation, .renaming: ([], 0)
        case .apart(_, let keys, let count): (keys, count)
        }
    }
}

// MARK: The form in a history

extension HistoryRecord {
    /// The record as a JSON object.
    var object: PropertyListDictionary {
        var object = header
        for entry in content.object { object[entry.key] = entry.value }
        return object
    }

    /// The record as a JSON object, without its content.
    private var header: PropertyListDictionary {
        var object: PropertyListDictionary = [
            "id": .string(id),
            "time": time.propertyList,
            "action": .string(action),
        ]
        object["suite"] = suite.map(PropertyList.string)
        object["path"] = .string(path)
        switch role {
        case .change: break
        case .partOfRun(let number, let count):
            object["part"] = number.propertyList
            object["parts"] = count.propertyList
        case .undo(let id): object["undoes"] = .string(id)
        case .redo(let id): object["redoes"] = .string(id)
        case .repair: object["isRepair"] = .boolean(true)
        }
        object["createsFile"] = createsFile ? .boolean(true) : nil
        object["user"] = author.map { Int($0.user).propertyList }
        object["process"] = author?.process.map(PropertyList.string)
        object["host"] = author?.host.map(PropertyList.string)
        object["owners"] = ownership.flatMap { try? PropertyListValueEncoder().encode($0) }
        return object
    }

    /// Returns the record of a JSON object; nil if it is not one.
    init?(_ object: PropertyListDictionary) {
        guard let id = object["id"].flatMap(String.init(propertyList:)),
            let time = object["time"].flatMap(Int.init(propertyList:)),
            let action = object["action"].flatMap(String.init(propertyList:)),
            let path = object["path"].flatMap(String.init(propertyList:)), path.isAbsolutePath,
            let content = Content(object)
        else { return nil }
        self.id = id
        self.time = time
        self.action = action
        self.path = path
        self.content = content
        createsFile = object["createsFile"] != nil
        ownership = object["owners"].flatMap {
            try? PropertyListValueDecoder().decode(OwnershipChange.self, from: $0)
        }
        author = object["user"].flatMap(UInt32.init(propertyList:)).map { user in
            Author(
                user: user,
                process: object["process"].flatMap(String.init(propertyList:)),
                host: object["host"].flatMap(String.init(propertyList:))
            )
        }
        suite = object["suite"].flatMap(String.init(propertyList:))
        role =
            if let id = object["undoes"].flatMap(String.init(propertyList:)) {
                .undo(of: id)
            } else if let id = object["redoes"].flatMap(String.init(propertyList:)) {
                .redo(of: id)
            } else if object["isRepair"] != nil {
                .repair
            } else if let count = object["parts"].flatMap(Int.init(propertyList:)) {
                .partOfRun(number: object["part"].flatMap(Int.init(propertyList:)) ?? count, count: count)
            } else {
                .change
            }
    }
}

extension HistoryRecord: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard case .dictionary(let object) = try container.decode(PropertyList.self), let record = HistoryRecord(object)
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no record of a history") }
        self = record
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(PropertyList.dictionary(object))
    }
}

extension HistoryRecord {
    /// The record as a line, with its number in the history as the last entry; nil if JSON cannot represent it.
    func line(number: Int) -> [UInt8]? {
        var object = object
        object["number"] = number.propertyList
        guard let text = try? PropertyList.dictionary(object).json(.typed) else { return nil }
        return Array(text.utf8) + [UInt8(ascii: "\n")]
    }

    init?(line: ArraySlice<UInt8>) {
        guard case .dictionary(let object)? = try? PropertyList(parsingJSON: Array(line).span) else { return nil }
        self.init(object)
    }

    /// The number of keys that a record names if its content is in another file.
    private static let namedKeys = 10

    /// The same record for a content in another file.
    var summary: HistoryRecord {
        var record = self
        record.content = .apart(kind, keys: Array(keys.first.prefix(Self.namedKeys)), count: keys.count)
        return record
    }
}

extension HistoryRecord.Content {
    /// A size, in bytes, that the JSON of the content exceeds; it takes far less time.
    var leastSize: Int {
        guard case .changes(let changes, _) = self else { return 0 }
        return changes.reduce(0) { $0 + $1.key.utf8.count + #"{"key":""},"#.utf8.count }
    }

    /// The content as entries of a JSON object.
    var object: PropertyListDictionary {
        typealias Kind = HistoryRecord.Kind
        switch self {
        case .changes(let changes, let texts):
            var object: PropertyListDictionary = [Kind.changes.rawValue: .array(changes.map(\.object))]
            object["texts"] = texts.isEmpty ? nil : try? PropertyListValueEncoder().encode(texts)
            return object
        case .removal(let file): return [Kind.removal.rawValue: file.object]
        case .recreation(let file): return [Kind.recreation.rawValue: file.object]
        case .renaming(let old, let new): return [Kind.renaming.rawValue: [old, new].propertyList]
        case .apart(let kind, let keys, let count):
            let keys = PropertyList.array(keys.map(PropertyList.string))
            return ["apart": .string(kind.rawValue), "keys": keys, "count": count.propertyList]
        }
    }

    init?(_ object: PropertyListDictionary) {
        typealias Kind = HistoryRecord.Kind
        if case .array(let elements) = object[Kind.changes.rawValue] {
            let changes = elements.compactMap(PreferenceChange.init)
            guard changes.count == elements.count else { return nil }
            let texts = object["texts"].flatMap {
                try? PropertyListValueDecoder().decode([ChangedText].self, from: $0)
            }
            self = .changes(changes, texts ?? [])
        } else if let file = object[Kind.removal.rawValue].flatMap(SavedFile.init) {
            self = .removal(file)
        } else if let file = object[Kind.recreation.rawValue].flatMap(SavedFile.init) {
            self = .recreation(file)
        } else if let paths = object[Kind.renaming.rawValue].flatMap([String].init(propertyList:)), paths.count == 2,
            paths.allSatisfy(\.isAbsolutePath)
        {
            self = .renaming(from: paths[0], to: paths[1])
        } else if let kind = object["apart"].flatMap(String.init(propertyList:)).flatMap(Kind.init),
            let keys = object["keys"].flatMap([String].init(propertyList:)),
            let count = object["count"].flatMap(Int.init(propertyList:)), count >= keys.count
        {
            self = .apart(kind, keys: keys, count: count)
        } else {
            return nil
        }
    }
}

extension PreferenceChange {
    fileprivate var object: PropertyList {
        var object: PropertyListDictionary = ["key": .string(key)]
        object["old"] = old
        object["new"] = new
        object["after"] = predecessor.map(PropertyList.string)
        object["withheld"] = isWithheld ? .boolean(true) : nil
        return .dictionary(object)
    }

    fileprivate init?(_ form: PropertyList) {
        guard case .dictionary(let object) = form, let key = object["key"].flatMap(String.init(propertyList:))
        else { return nil }
        if object["withheld"] != nil {
            self.init(withholding: key)
        } else {
            let predecessor = object["after"].flatMap(String.init(propertyList:))
            self.init(key: key, old: object["old"], new: object["new"], predecessor: predecessor)
        }
    }
}

extension [ChangedText] {
    /// Returns the texts in which only keys changed whose values are recorded: of a secret, no text is kept either.
    func kept(with changes: [PreferenceChange]) -> [ChangedText] {
        guard !isEmpty else { return [] }
        let keys = Set(changes.filter { !$0.isWithheld }.map { ByteKey($0.key) })
        return filter { $0.keys.allSatisfy { keys.contains(ByteKey($0)) } }
    }
}

extension SavedFile {
    fileprivate var object: PropertyList {
        let attributes = attributes.map { name, value in
            PropertyList.dictionary(["name": .data(name.bytes), "value": .data(value)])
        }
        return .dictionary([
            "bytes": .data(bytes), "permissions": Int(permissions).propertyList, "attributes": .array(attributes),
        ])
    }

    fileprivate init?(_ form: PropertyList) {
        guard case .dictionary(let object) = form, case .data(let bytes) = object["bytes"],
            let permissions = object["permissions"].flatMap(Int.init(propertyList:)), 0...0o7777 ~= permissions,
            case .array(let elements) = object["attributes"]
        else { return nil }
        var attributes: [AttributeName: [UInt8]] = [:]
        for element in elements {
            guard case .dictionary(let attribute) = element, case .data(let name) = attribute["name"],
                case .data(let value) = attribute["value"], !name.contains(0)
            else { return nil }
            attributes[AttributeName(name)] = value
        }
        self.init(bytes: bytes, permissions: UInt32(permissions), attributes: attributes)
    }
}
