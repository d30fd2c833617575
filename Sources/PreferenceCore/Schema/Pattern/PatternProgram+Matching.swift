extension PatternProgram {
    /// Whether a text holds a match anywhere.
    ///
    /// All ways through the program are followed at once, so that the time is at most text times program, and the memory
    /// program alone (R. Pike's method, without captures). A way that comes back to a step without taking a scalar ends.
    func matches(_ text: String) -> Bool {
        var current = PatternSteps(through: count)
        var next = current
        var previous: UInt32?
        var scalars = text.unicodeScalars.makeIterator()
        while true {
            let following = scalars.next()?.value
            current.insert(0)
            var index = 0
            // The list grows while it is gone through.
            while index < current.members.count {
                let step = current.members[index]
                index += 1
                guard step < count else { return true }
                switch instructions[step] {
                case .take(let set):
                    if let following, set.contains(following) {
                        next.insert(step + 1)
                    }
                case .assert(let assertion):
                    if assertion.holds(between: previous, and: following) {
                        current.insert(step + 1)
                    }
                case .split(let distance):
                    current.insert(step + 1)
                    current.insert(step + distance)
                case .jump(let distance):
                    current.insert(step + distance)
                }
            }
            guard following != nil else { return false }
            swap(&current, &next)
            next.removeAll()
            previous = following
        }
    }
}
