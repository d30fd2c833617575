import PropertyLists

extension ThreeWayMerge {
    /// Merges arrays as sequences: elements that one side has inserted or removed, and what both made of one element.
    mutating func merge(
        _ ours: [PropertyList],
        _ theirs: [PropertyList],
        since base: [PropertyList],
        at pointer: [String]
    ) -> [PropertyList] {
        let others = conflicts
        var arrays = ArrayMerge(ours, theirs, since: base)
        arrays.keep(keptElements(of: arrays, at: pointer))
        guard !(isUndo && arrays.isAmbiguous), let parts = arrays.parts(preferring: preferred) else {
            conflicts = others
            _ = decide(.array(ours), .array(theirs), since: .array(base), at: pointer)
            return preferred == .ours ? ours : theirs
        }
        var merged: [PropertyList] = []
        for part in parts {
            switch part {
            case .kept(let positions) where arrays.member == nil: merged += base[positions]
            case .kept(let positions): merged += elements(arrays.base[positions], of: arrays, at: pointer)
            case .elements(let numbers): merged += elements(numbers, of: arrays, at: pointer)
            case .contested(let contest): merged += elements(contest, of: arrays, at: pointer)
            }
        }
        return merged
    }

    /// Notes the conflicts of elements that one side has removed, and the other one changed.
    ///
    /// - Returns: the numbers of those that the preferred side has.
    private mutating func keptElements(of arrays: ArrayMerge, at pointer: [String]) -> Set<Int> {
        var kept: Set<Int> = []
        for number in arrays.base where arrays.versions.indices.contains(number) {
            let element = arrays.versions[number]
            guard (element.ours == nil) != (element.theirs == nil), element.ours ?? element.theirs != element.base
            else {
                continue
            }
            let token = arrays.token(of: element.base, at: 0)
            let value = decide(element.ours, element.theirs, since: element.base, at: pointer + [token])
            if value != nil { kept.insert(number) }
        }
        return kept
    }

    /// Returns elements whose places are certain.
    private mutating func elements(
        _ numbers: ArraySlice<Int>,
        of arrays: ArrayMerge,
        at pointer: [String]
    ) -> [PropertyList] {
        numbers.compactMap { number in
            let element = arrays.versions[number]
            guard let ours = element.ours, let theirs = element.theirs, ours != theirs else {
                return element.ours ?? element.theirs
            }
            return merge(ours, theirs, since: element.base, at: pointer + [arrays.token(of: ours, at: 0)])
        }
    }

    /// Returns the elements in a place that both sides have changed: one by one, where there are as many of containers,
    /// else those of the preferred side.
    private mutating func elements(
        _ contest: ArrayMerge.Contest,
        of arrays: ArrayMerge,
        at pointer: [String]
    ) -> [PropertyList] {
        let base = arrays.base[contest.base].map { arrays.versions[$0].base }
        let ours = arrays.ours[contest.ours].map { arrays.versions[$0].ours ?? arrays.versions[$0].theirs }
        let theirs = arrays.theirs[contest.theirs].map { arrays.versions[$0].theirs ?? arrays.versions[$0].ours }
        let count = max(base.count, ours.count, theirs.count)
        let arePaired =
            arrays.member == nil && min(base.count, ours.count, theirs.count) == count
            && (base + ours + theirs).allSatisfy { $0?.kind.isContainer ?? false }
        return (0..<count).compactMap { offset in
            let versions = [ours, base, theirs].map { $0.indices.contains(offset) ? $0[offset] : nil }
            let places = zip(versions, [contest.ours, contest.base, contest.theirs])
            let place = places.first { $0.0 != nil }?.1.lowerBound ?? 0
            let token = arrays.token(of: versions.lazy.compactMap(\.self).first, at: place + offset)
            if arePaired { return merge(versions[0], versions[2], since: versions[1], at: pointer + [token]) }
            if versions[0] == versions[2] { return versions[0] }
            return decide(versions[0], versions[2], since: versions[1], at: pointer + [token])
        }
    }
}
