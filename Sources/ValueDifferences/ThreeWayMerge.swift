package import PropertyLists

/// A merge of two versions of a value, ours and theirs, with the base that both were made from.
///
/// It goes down into dictionaries, and merges arrays as sequences, with what both sides made of one element. Any other
/// value, or a removal, is merged as a whole: if only one side changed it, that side wins; if both did, and
/// differently, it is a conflict.
package struct ThreeWayMerge {
    /// One of the two versions.
    package enum Side {
        case ours, theirs
    }

    /// A value that both sides changed, in each version; nil where a version has none.
    package struct Conflict: Equatable, Sendable {
        /// The tokens of the pointer that leads to it; empty for the whole document.
        ///
        /// An element without a selector has its position in ours, or in the base if ours lacks it.
        package let pointer: [String]
        package let base: PropertyList?
        package let ours: PropertyList?
        package let theirs: PropertyList?
    }

    /// The conflicts so far, in the order of ours, those that only theirs has last.
    package internal(set) var conflicts: [Conflict] = []

    let preferred: Side
    let isUndo: Bool

    /// - Parameters:
    ///   - preferred: the side whose value the result has in a conflict.
    ///   - isUndo: whether theirs is the value before a change, and base that after it. Two dictionaries that the base
    ///     lacks are then a conflict, where a merge takes the base for empty; so is a change of one of several equal
    ///     elements, of which ours has another number, so that it may be another one.
    package init(preferring preferred: Side = .ours, isUndo: Bool = false) {
        self.preferred = preferred
        self.isUndo = isUndo
    }

    /// Returns the merged value; nil if it is removed.
    ///
    /// Keys keep our order. If that is the order of `UserDefaults`, a key that only theirs has goes to its sorted
    /// place, else after the key that precedes it there.
    package mutating func merge(
        _ ours: PropertyList?,
        _ theirs: PropertyList?,
        since base: PropertyList?,
        at pointer: [String] = []
    ) -> PropertyList? {
        switch (ours, theirs, base) {
        case _ where ours == theirs || theirs == base:
            return ours
        case (.dictionary(let ours), .dictionary(let theirs), .dictionary(let base))
        where ours.isLike(theirs) && ours.isLike(base):
            return .dictionary(merge(ours, theirs, since: base, at: pointer))
        case _ where ours == base:
            return theirs
        case (.dictionary(let ours), .dictionary(let theirs), nil)
        where !isUndo && ours.isLike(theirs):
            return .dictionary(merge(ours, theirs, since: [:], at: pointer))
        case (.array(let ours), .array(let theirs), .array(let base)):
            return .array(merge(ours, theirs, since: base, at: pointer))
        default:
            return decide(ours, theirs, since: base, at: pointer)
        }
    }

    /// Notes a conflict, and returns the value of the preferred side.
    mutating func decide(
        _ ours: PropertyList?,
        _ theirs: PropertyList?,
        since base: PropertyList?,
        at pointer: [String]
    ) -> PropertyList? {
        conflicts.append(Conflict(pointer: pointer, base: base, ours: ours, theirs: theirs))
        return preferred == .ours ? ours : theirs
    }

    private mutating func merge(
        _ ours: PropertyListDictionary,
        _ theirs: PropertyListDictionary,
        since base: PropertyListDictionary,
        at pointer: [String]
    ) -> PropertyListDictionary {
        var entries: [PropertyListDictionary.Entry] = []
        for entry in ours {
            let key = entry.key
            if let value = merge(entry.value, theirs[key], since: base[key], at: pointer + [key]) {
                entries.append(PropertyListDictionary.Entry(key: key, value: value))
            }
        }
        var merged = PropertyListDictionary(uniqueEntries: entries)
        var added: [PropertyListDictionary.Insertion] = []
        var predecessor: String?
        for entry in theirs {
            let key = entry.key
            if ours[key] == nil, let value = merge(nil, entry.value, since: base[key], at: pointer + [key]) {
                let new = PropertyListDictionary.Entry(key: key, value: value)
                added.append(PropertyListDictionary.Insertion(entry: new, predecessor: predecessor))
            } else if merged[key] == nil {
                continue
            }
            predecessor = key
        }
        merged.insert(added)
        merged.sortNewKeys(of: ours)
        return ours.isOfElements ? PropertyListDictionary(elements: merged) : merged
    }
}

extension PropertyListDictionary {
    /// Whether two dictionaries can be merged: in a seed, a removal cannot, and elements only with elements.
    fileprivate func isLike(_ other: PropertyListDictionary) -> Bool {
        !isRemoval && !other.isRemoval && isOfElements == other.isOfElements
    }
}

extension PropertyListDictionary {
    /// A new entry and its place.
    package struct Insertion {
        package let entry: Entry
        /// The key that the entry follows; nil if it comes first.
        package let predecessor: String?

        package init(entry: Entry, predecessor: String?) {
            self.entry = entry
            self.predecessor = predecessor
        }
    }

    /// Inserts entries, whose keys must be new, each after its predecessor.
    ///
    /// A predecessor may be one of the entries inserted before. An entry whose predecessor does not exist goes to the
    /// end.
    package mutating func insert(_ insertions: [Insertion]) {
        guard !insertions.isEmpty else { return }
        let all = Array(self) + insertions.map(\.entry)
        // A list of the positions in `all`, linked: the last element stands before the first entry.
        let start = all.count
        var next = Array(1...start) + [count > 0 ? 0 : start]
        var last = count > 0 ? count - 1 : start
        next[last] = start
        var positions: [ByteKey: Int] = [:]
        for (position, entry) in enumerated() {
            positions[ByteKey(entry.key)] = position
        }
        for (offset, insertion) in insertions.enumerated() {
            let position = count + offset
            let place = insertion.predecessor.map { positions[ByteKey($0)] ?? last } ?? start
            next[position] = next[place]
            next[place] = position
            last = place == last ? position : last
            positions[ByteKey(insertion.entry.key)] = position
        }
        var entries: [Entry] = []
        entries.reserveCapacity(all.count)
        var position = next[start]
        while position != start {
            entries.append(all[position])
            position = next[position]
        }
        self = PropertyListDictionary(uniqueEntries: entries)
    }
}
