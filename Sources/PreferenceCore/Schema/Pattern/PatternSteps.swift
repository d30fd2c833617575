/// A set of a program's steps, in the order in which they came in.
struct PatternSteps {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

    /// An empty set, of steps up to the last.
    init(through last: Int) {
        isMember = Array(repeating: false, count: last + 1)
    }

    mutating func insert(_ step: Int) {
        guard !isMember[step] else { return }
        isMember[step] = true
        members.append(step)
    }

    mutating func removeAll() {
        for step in members {
            isMember[step] = false
        }
        members.removeAll(keepingCapacity: true)
    }
}
