import PropertyLists

/// The elements of three versions of an array, merged as sequences, as diff3(1) merges lines.
///
/// The source is "A Formal Investigation of Diff3" by S. Khanna, K. Kunal and B. C. Pierce, 2007. An element is the same
/// in two versions if it has the same text in the entry that identifies all elements, or else if it is equal. A change
/// and an insertion beside it have one order and are merged; two insertions at one place have none.
struct ArrayMerge {
    /// A part of the merged array.
    enum Part {
        /// Elements that no side has inserted, removed or moved, by their positions in the base.
        case kept(Range<Int>)
        /// Other elements whose place is certain, by their numbers.
        case elements(ArraySlice<Int>)
        case contested(Contest)
    }

    /// The places in the three versions of elements that both sides have changed, and differently.
    struct Contest {
        let base: Range<Int>
        let ours: Range<Int>
        let theirs: Range<Int>
    }

    /// An element in each version that has it.
    struct Versions {
        var base: PropertyList?
        var ours: PropertyList?
        var theirs: PropertyList?
    }

    /// The entry that identifies the elements; nil if they are compared as a whole.
    let member: String?
    /// The elements by their numbers; without those that all versions have alike, whose numbers are higher.
    private(set) var versions: [Versions] = []
    /// The numbers of the elements of each version.
    private(set) var base: [Int] = []
    private(set) var ours: [Int] = []
    private(set) var theirs: [Int] = []
    private var ourHunks: [SequenceDifference.Hunk]
    private var theirHunks: [SequenceDifference.Hunk]

    init(_ ours: [PropertyList], _ theirs: [PropertyList], since base: [PropertyList]) {
        let member = [PropertyList].identifyingMember(of: [base, ours, theirs])
        let names = base.names(by: member)
        let (ourNames, theirNames) = (ours.names(by: member), theirs.names(by: member))
        self.member = member
        ourHunks = SequenceDifference(from: names, to: ourNames).hunks
        theirHunks = SequenceDifference(from: names, to: theirNames).hunks
        // Equal elements have one number if a side has changed one of them; the others are in their places.
        var known: [PropertyList: Int] = [:]
        let changed = ourHunks.flatMap { names[$0.old] + ourNames[$0.new] }
        for name in changed + theirHunks.flatMap({ names[$0.old] + theirNames[$0.new] }) where known[name] == nil {
            known[name] = known.count
        }
        let count = known.count
        let baseNumbers = names.enumerated().map { known[$1] ?? count + $0 }
        self.base = baseNumbers
        func numbers(of side: [PropertyList], _ hunks: [SequenceDifference.Hunk]) -> [Int] {
            var numbers: [Int] = []
            numbers.reserveCapacity(side.count)
            var end = 0
            for hunk in hunks {
                numbers += baseNumbers[end..<hunk.old.lowerBound]
                numbers += side[hunk.new].compactMap { known[$0] }
                end = hunk.old.upperBound
            }
            return numbers + baseNumbers[end...]
        }
        self.ours = numbers(of: ourNames, ourHunks)
        self.theirs = numbers(of: theirNames, theirHunks)
        versions = Array(repeating: Versions(), count: member == nil ? count : count + base.count)
        for (version, numbers, elements) in [
            (\Versions.base, self.base, base), (\.ours, self.ours, ours), (\.theirs, self.theirs, theirs),
        ] {
            for position in numbers.indices where numbers[position] < versions.count {
                versions[numbers[position]][keyPath: version] = elements[position]
            }
        }
    }

    /// Returns the token that leads to an element, which is at a position if it has no selector.
    func token(of element: PropertyList?, at position: Int) -> String {
        let selector = member.flatMap { member in element.flatMap { ElementSelector(of: $0, member: member) } }
        return selector?.token ?? "\(position)"
    }

    /// Keeps elements that one side has removed, each after the element that precedes it in the base.
    mutating func keep(_ kept: Set<Int>) {
        guard !kept.isEmpty else { return }
        ours = restoring(kept, in: ours)
        theirs = restoring(kept, in: theirs)
        ourHunks = SequenceDifference(from: base, to: ours).hunks
        theirHunks = SequenceDifference(from: base, to: theirs).hunks
    }

    private func restoring(_ kept: Set<Int>, in side: [Int]) -> [Int] {
        var side = side
        var present = Set(side)
        var predecessor: Int?
        for number in base {
            if kept.contains(number), present.insert(number).inserted {
                let place = predecessor.flatMap(side.firstIndex).map { $0 + 1 } ?? 0
                side.insert(number, at: place)
            }
            if present.contains(number) { predecessor = number }
        }
        return side
    }

    /// Whether theirs changes one of several equal elements, or inserts among them, and ours has another number of them:
    /// then nobody knows which of them ours has.
    var isAmbiguous: Bool {
        let (old, own) = (counts([base[...]]), counts([ours[...]]))
        func isUnknown(_ position: Int) -> Bool {
            let number = base[position]
            return number < versions.count && old[number] > 1 && own[number] != old[number]
        }
        return theirHunks.contains { hunk in
            let place = hunk.old.lowerBound
            guard hunk.old.isEmpty else { return hunk.old.contains(where: isUnknown) }
            return base.indices.dropFirst().contains(place) && isUnknown(place - 1) && isUnknown(place)
        }
    }

    /// Returns the parts of the merged array; nil if an element would be lost or doubled, which both sides have moved.
    ///
    /// - Parameter preferred: the side whose elements the array has in a conflict.
    func parts(preferring preferred: ThreeWayMerge.Side) -> [Part]? {
        var parts: [Part] = []
        var position = 0
        for cluster in clusters {
            parts.append(.kept(position..<cluster.base.lowerBound))
            position = cluster.base.upperBound
            switch (cluster.place(of: cluster.ours), cluster.place(of: cluster.theirs)) {
            case (let own?, let other?) where !ours[own].elementsEqual(theirs[other]):
                parts.append(.contested(Contest(base: cluster.base, ours: own, theirs: other)))
            case (let own?, _): parts.append(.elements(ours[own]))
            case (nil, let other): parts.append(.elements(theirs[other ?? 0..<0]))
            }
        }
        parts.append(.kept(position..<base.count))
        var contested: Set<Int> = []
        let merged = parts.map { part -> ArraySlice<Int> in
            switch part {
            case .kept(let positions): return base[positions]
            case .elements(let numbers): return numbers
            case .contested(let contest):
                contested.formUnion(base[contest.base] + ours[contest.ours] + theirs[contest.theirs])
                return preferred == .ours ? ours[contest.ours] : theirs[contest.theirs]
            }
        }
        return isComplete(merged, except: contested) ? parts : nil
    }

    /// Hunks of the two sides that overlap, or one hunk alone.
    private struct Cluster {
        var base: Range<Int>
        var ours: [SequenceDifference.Hunk] = []
        var theirs: [SequenceDifference.Hunk] = []

        /// Returns where the elements of the base are in the version of a side; nil if that side has not changed them.
        func place(of hunks: [SequenceDifference.Hunk]) -> Range<Int>? {
            guard let first = hunks.first, let last = hunks.last else { return nil }
            let start = first.new.lowerBound - (first.old.lowerBound - base.lowerBound)
            return start..<last.new.upperBound + (base.upperBound - last.old.upperBound)
        }
    }

    private var clusters: [Cluster] {
        let own = ourHunks.map { (hunk: $0, side: \Cluster.ours) }
        let other = theirHunks.map { (hunk: $0, side: \Cluster.theirs) }
        var clusters: [Cluster] = []
        for (hunk, side) in (own + other).sorted(by: { $1.hunk.old.isAfter($0.hunk.old) }) {
            if let last = clusters.last?.base, hunk.old.overlaps(orInsertsAt: last) {
                clusters[clusters.count - 1].base = last.lowerBound..<max(last.upperBound, hunk.old.upperBound)
            } else {
                clusters.append(Cluster(base: hunk.old))
            }
            clusters[clusters.count - 1][keyPath: side].append(hunk)
        }
        return clusters
    }

    /// Whether each element is there as often as the changes of both sides make it.
    ///
    /// If both have added it, they mean one; if one side has moved it and the other removed it, neither is right.
    ///
    /// - Parameter contested: the elements of which the merge decides elsewhere; they must only not be doubled.
    private func isComplete(_ merged: [ArraySlice<Int>], except contested: Set<Int>) -> Bool {
        let (old, own, other, new) = (counts([base[...]]), counts([ours[...]]), counts([theirs[...]]), counts(merged))
        return versions.indices.allSatisfy { number in
            let (old, own, other, new) = (old[number], own[number], other[number], new[number])
            let sum = own + other - old
            if contested.contains(number) { return new <= max(old, own, other) }
            if own > old, other > old { return new == max(own, other) }
            return own < old && other < old ? sum...min(own, other) ~= new : new == sum
        }
    }

    /// Returns how often each element of `versions` is there, by its number.
    private func counts(_ parts: [ArraySlice<Int>]) -> [Int] {
        var counts = Array(repeating: 0, count: versions.count)
        for numbers in parts {
            for number in numbers where number < counts.count { counts[number] += 1 }
        }
        return counts
    }
}

extension [PropertyList] {
    /// Returns what is compared of elements: the texts that identify them, or they themselves.
    fileprivate func names(by member: String?) -> [PropertyList] {
        guard let member else { return self }
        return map { ElementSelector(of: $0, member: member).map { .string($0.text) } ?? $0 }
    }
}

extension Range<Int> {
    /// Whether a hunk comes after another one in the base; an insertion comes before a change of the next element.
    fileprivate func isAfter(_ other: Range<Int>) -> Bool {
        (lowerBound, upperBound) > (other.lowerBound, other.upperBound)
    }

    /// Whether a hunk concerns elements of another one, or both only insert, at the same place.
    fileprivate func overlaps(orInsertsAt other: Range<Int>) -> Bool {
        lowerBound < other.upperBound || isEmpty && self == other
    }
}
