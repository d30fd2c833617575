package import PropertyLists

/// A part of a value that differs in two versions of it, and the part in each version that has it.
package typealias ChangedPart = (pointer: ValuePointer, old: PropertyList?, new: PropertyList?)

extension ValuePointer {
    /// Returns the innermost changes that a change of the value at this pointer consists of, in the order of the keys
    /// and elements.
    ///
    /// Elements are found by the entry that identifies them, and arrays of other containers compared as sequences; a
    /// removed one has its position in the old array. All other arrays are compared by position. If one is longer, and
    /// begins with the elements of the other, the additional elements are the change; else arrays of different lengths
    /// are one change.
    ///
    /// - Parameter isShown: whether a pointer may have the text of a value.
    package func parts(
        _ old: PropertyList?,
        _ new: PropertyList?,
        where isShown: (ValuePointer) -> Bool
    ) -> [ChangedPart] {
        switch (old, new) {
        case (.dictionary(let old), .dictionary(let new)):
            let keys = old.keys + new.keys.filter { old[$0] == nil }
            return keys.filter { old[$0] != new[$0] }.sorted(byBytesOf: \.self)
                .flatMap { part($0).parts(old[$0], new[$0], where: isShown) }
        case (.array(let old), .array(let new)):
            return namedParts(old, new, where: isShown) ?? parts(ofSequences: old, new, where: isShown)
                ?? parts(byPosition: old, new, where: isShown)
        default:
            return [(self, old, new)]
        }
    }

    /// Returns the changes of elements that an entry identifies; nil if none does, or if they have another order.
    private func namedParts(
        _ old: [PropertyList],
        _ new: [PropertyList],
        where isShown: (ValuePointer) -> Bool
    ) -> [ChangedPart]? {
        guard let member = [PropertyList].identifyingMember(of: [old, new]),
            (old + new).indices.allSatisfy({ isShown(part("\($0)").part(member)) })
        else { return nil }
        let before = old.named(by: member).map { (token: ByteKey($0.token), element: $0.value) }
        let after = new.named(by: member).map { (token: ByteKey($0.token), element: $0.value) }
        let (known, present) = (Set(before.map(\.token)), Dictionary(uniqueKeysWithValues: after))
        guard before.map(\.token).filter({ present[$0] != nil }) == after.map(\.token).filter(known.contains) else {
            return nil
        }
        let changed = before.filter { $0.element != present[$0.token] }
        return changed.flatMap { part($0.token.string).parts($0.element, present[$0.token], where: isShown) }
            + after.filter { !known.contains($0.token) }.map { (part($0.token.string), nil, $0.element) }
    }

    /// Returns the changes of arrays of containers; nil for other arrays.
    private func parts(
        ofSequences old: [PropertyList],
        _ new: [PropertyList],
        where isShown: (ValuePointer) -> Bool
    ) -> [ChangedPart]? {
        guard (old + new).allSatisfy(\.kind.isContainer) else { return nil }
        return SequenceDifference(from: old, to: new).hunks.flatMap { hunk -> [ChangedPart] in
            guard hunk.old.count == hunk.new.count else {
                return hunk.old.map { (part("\($0)"), old[$0], nil) } + hunk.new.map { (part("\($0)"), nil, new[$0]) }
            }
            return zip(hunk.old, hunk.new).flatMap { part("\($1)").parts(old[$0], new[$1], where: isShown) }
        }
    }

    private func parts(
        byPosition old: [PropertyList],
        _ new: [PropertyList],
        where isShown: (ValuePointer) -> Bool
    ) -> [ChangedPart] {
        if old.count == new.count {
            return old.indices.filter { old[$0] != new[$0] }
                .flatMap { part("\($0)").parts(old[$0], new[$0], where: isShown) }
        }
        if new.starts(with: old) { return new.indices[old.count...].map { (part("\($0)"), nil, new[$0]) } }
        if old.starts(with: new) { return old.indices[new.count...].map { (part("\($0)"), old[$0], nil) } }
        return [(self, .array(old), .array(new))]
    }
}
