import PropertyLists

/// The elements of three versions of an array, merged as sequences, as diff3(1) merges lines.
///
/// The source is "A Formal Investigation of Diff3" by S. Khanna, K. Kunal and B. C. Pierce, 2007. An element is the same
/// in two versions if it has the same text in the entry that identifies all elements, or else if it is equal. A change
/// and an insertion beside it have one order and are merged; two insertions at one place have none.
struct ArrayMerge {
    /// A part of the merged array.
    enum Part {
        /// An element whose place is certain, by its number.
        case element(Int)
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
    /// The elements, by their numbers.
    private(set) var versions: [Versions] = []
    /// The numbers of the elements of each version.
    private(set) var base: [Int] = []
    private(set) var ours: [Int] = []
    private(set) var theirs: [Int] = []

    init(_ ours: [PropertyList], _ theirs: [PropertyList], since base: [PropertyList]) {
        member = [PropertyList].identifyingMember(of: [base, ours, theirs])
        var known: [PropertyList: Int] = [:]
        self.base = number(base, as: \.base, &known)
        self.ours = number(ours, as: \.ours, &known)
        self.theirs = number(theirs, as: \.theirs, &known)
    }

    private mutating func number(
        _ elements: [PropertyList],
        as version: WritableKeyPath<Versions, PropertyList?>,
        _ known: inout [PropertyList: Int]
    ) -> [Int] {
        elements.map { element in
            let selector = member.flatMap { ElementSelector(of: element, member: $0) }
            let identity = selector.map { .string($0.text) } ?? element
            let number = known[identity] ?? versions.count
            if number == versions.count {
                known[identity] = number
                versions.append(Versions())
            }
            versions[number][keyPath: version] = element
            return number
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

    /// Returns the parts of the merged array; nil if an element would be lost or doubled, which both sides have moved.
    ///
    /// - Parameter preferred: the side whose elements the array has in a conflict.
    func parts(preferring preferred: ThreeWayMerge.Side) -> [Part]? {
        var parts: [Part] = []
        var position = 0
        for cluster in clusters {
            parts += base[position..<cluster.base.lowerBound].map(Part.element)
            position = cluster.base.upperBound
            switch (cluster.place(of: cluster.ours), cluster.place(of: cluster.theirs)) {
            case (let own?, let other?) where !ours[own].elementsEqual(theirs[other]):
                parts.append(.contested(Contest(base: cluster.base, ours: own, theirs: other)))
            case (let own?, _): parts += ours[own].map(Part.element)
            case (nil, let other): parts += theirs[other ?? 0..<0].map(Part.element)
            }
        }
        parts += base[position...].map(Part.element)
        let merged = parts.flatMap { part in
            switch part {
            case .element(let number): [number]
            case .contested(let contest):
                Array(preferred == .ours ? ours[contest.ours] : theirs[contest.theirs])
            }
        }
        return isComplete(merged) ? parts : nil
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
        let own = SequenceDifference(from: base, to: ours).hunks.map { (hunk: $0, side: \Cluster.ours) }
        let other = SequenceDifference(from: base, to: theirs).hunks.map { (hunk: $0, side: \Cluster.theirs) }
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

    /// Whether each element is there as often as the changes of both sides make it, or as one of them has it.
    private func isComplete(_ merged: [Int]) -> Bool {
        let counts = [base, ours, theirs, merged].map { numbers in
            Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +)
        }
        return Set(base + ours + theirs).allSatisfy { number in
            let count = counts.map { $0[number] ?? 0 }
            let sum = count[1] + count[2] - count[0]
            return min(count[1], count[2], sum)...max(count[1], count[2], sum) ~= count[3]
        }
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
