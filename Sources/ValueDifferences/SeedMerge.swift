package import PropertyLists

extension PropertyList {
    /// Returns an old value with the entries of this one, and without those that it removes, at every depth.
    ///
    /// Returns this value if one of both is not a dictionary, and nil if it is a removal. Of an array, a dictionary of
    /// elements changes those alone.
    ///
    /// - Parameters:
    ///   - keepsOld: Whether old values stay where both have one.
    ///   - prunes: Whether old entries go that this dictionary lacks; elements stay.
    package func merged(
        into old: PropertyList?,
        keepingOld keepsOld: Bool = false,
        pruning prunes: Bool = false
    ) -> PropertyList? {
        guard !isRemoval else { return keepsOld ? old : nil }
        guard case .dictionary(let entries) = self else { return keepsOld ? old ?? self : self }
        if entries.isOfElements {
            guard case .array(let elements) = old ?? [] else { return keepsOld ? old : merged(into: nil) }
            return .array(entries.elements(in: elements, keepingOld: keepsOld))
        }
        if old == nil, !entries.hasEdits { return self }
        guard case .dictionary(var merged) = old ?? [:] else {
            return keepsOld ? old : self.merged(into: nil)
        }
        if prunes { merged.removeAll { entries[$0.key] == nil } }
        for entry in entries {
            let old = merged[entry.key]
            merged[entry.key] = entry.value.merged(into: old, keepingOld: keepsOld, pruning: prunes)
        }
        return .dictionary(merged)
    }

    /// Returns the pointers to the values that name the elements of a seed's value at a pointer, each with that of its
    /// array.
    package func names(at pointer: ValuePointer) -> [(array: ValuePointer, name: ValuePointer)] {
        guard case .dictionary(let entries) = self else { return [] }
        return entries.flatMap { entry in
            let part = pointer.part(entry.key)
            let name = ElementSelector(entry.key)?.member.map(part.part) ?? part
            return (entries.isOfElements ? [(pointer, name)] : []) + entry.value.names(at: part)
        }
    }

    /// Returns the pointer to the first element of this seed's value that several elements of an old value match, and
    /// their positions; nil if there is none.
    package func ambiguity(in old: PropertyList?) -> (pointer: [String], positions: [Int])? {
        guard case .dictionary(let entries) = self, let old else { return nil }
        for entry in entries {
            if case .array = old, entries.isOfElements, entry.value != true,
                let (_, positions) = old.ambiguity(at: [entry.key])
            {
                return ([entry.key], positions)
            }
            if let (pointer, positions) = entry.value.ambiguity(in: old[pointer: [entry.key]]) {
                return ([entry.key] + pointer, positions)
            }
        }
        return nil
    }
}

extension PropertyListDictionary {
    /// Returns the elements of an array after the changes that this dictionary of elements stands for.
    ///
    /// A missing element goes to the end.
    fileprivate func elements(in old: [PropertyList], keepingOld keepsOld: Bool) -> [PropertyList] {
        var elements = old
        for entry in self {
            guard let selector = ElementSelector(entry.key) else { continue }
            let position = elements.firstIndex(where: selector.matches)
            switch entry.value {
            case let value where value.isRemoval:
                if !keepsOld { elements.removeAll(where: selector.matches) }
            case .dictionary:
                let present = position.map { elements[$0] } ?? selector.element(for: elements)
                guard let new = entry.value.merged(into: present, keepingOld: keepsOld) else { continue }
                if let position { elements[position] = new } else { elements.append(new) }
            default:
                if position == nil { elements.append(selector.element(for: elements)) }
            }
        }
        return elements
    }
}
