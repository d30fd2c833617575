package import PropertyLists

extension PropertyList {
    /// Returns what a seed has for a key to get this value in place of an old one: the elements of an array that differ,
    /// if that is shorter and makes the same array, else the value itself.
    package func seed(replacing old: PropertyList?) -> PropertyList {
        guard case .array(let new) = self, case .array(let old)? = old,
            let edit = PropertyListDictionary(elementsOf: new, replacing: old).map(PropertyList.dictionary),
            edit.merged(into: .array(old)) == self, let length = try? edit.json(.typed).utf8.count,
            let wholeLength = try? json(.typed).utf8.count
        else { return self }
        return length < wholeLength ? edit : self
    }
}

extension PropertyListDictionary {
    /// Creates the elements in which two arrays differ; nil if no selectors name the elements.
    fileprivate init?(elementsOf new: [PropertyList], replacing old: [PropertyList]) {
        let member = [PropertyList].identifyingMember(of: [old, new])
        var elements = PropertyListDictionary()
        var former: [ByteKey: PropertyList] = [:]
        for element in old {
            guard let token = ElementSelector(of: element, member: member)?.token else { return nil }
            former[ByteKey(token)] = element
            elements[token] = .dictionary(.removal)
        }
        for element in new {
            guard let token = ElementSelector(of: element, member: member)?.token else { return nil }
            elements[token] =
                former[ByteKey(token)] == element
                ? nil : element.entries(besides: member, replacing: former[ByteKey(token)])
        }
        self.init(elements: elements)
    }
}

extension PropertyList {
    /// Returns the entries of an element that an old one has otherwise, as a seed has them; `true` if there are none.
    fileprivate func entries(besides member: String?, replacing old: PropertyList?) -> PropertyList {
        guard case .dictionary(var entries) = self else { return true }
        if let member { entries[member] = nil }
        guard case .dictionary(let old)? = old else { return entries.isEmpty ? true : .dictionary(entries) }
        entries.removeAll { old[$0.key] == $0.value }
        for key in old.keys where self[pointer: [key]] == nil { entries[key] = .dictionary(.removal) }
        return .dictionary(entries)
    }
}
