/// A nondeterministic finite automaton, as a list of instructions; reaching the end of the list is a match.
///
/// Jumps are relative, so that programs can be concatenated (K. Thompson, Regular Expression Search Algorithm, 1968).
typealias PatternProgram = [PatternInstruction]

extension PatternProgram {
    static let limit = 10_000

    /// Creates a program that matches any of several programs.
    init(anyOf alternatives: [PatternProgram]) {
        self.init()
        // Each program but the last has a split before it, and a jump to the end after it.
        let end = alternatives.reduce(-2) { $0 + $1.count + 2 }
        for alternative in alternatives.dropLast() {
            append(.split(alternative.count + 2))
            self += alternative
            append(.jump(end - count))
        }
        self += alternatives.last ?? []
    }

    /// Returns a program that repeats this one as a quantifier specifies; nil if the result exceeds the limit.
    func repeated(_ quantifier: PatternQuantifier) -> PatternProgram? {
        guard !isEmpty else { return self }
        // With a count within this bound, the program has at most about twice as many instructions as the limit.
        guard (quantifier.greatest ?? quantifier.least) <= Self.limit / count else { return nil }
        var result = PatternProgram()
        if quantifier.greatest == 0 {
            // The unused program is kept, so that the limit also bounds the time to parse a pattern.
            result += [.jump(count + 1)] + self
        }
        for _ in 0..<quantifier.least {
            result += self
        }
        if let greatest = quantifier.greatest {
            for remaining in stride(from: greatest - quantifier.least, to: 0, by: -1) {
                result += [.split(remaining * (count + 1))] + self
            }
        } else {
            if quantifier.least == 0 {
                result += [.split(count + 2)] + self
            }
            result.append(.split(-count))
        }
        return result.count <= Self.limit ? result : nil
    }
}

/// An instruction of a pattern's program; the next instruction follows unless the instruction specifies another.
enum PatternInstruction: Sendable {
    /// Reads one scalar of the text, which must be in the set.
    case take(CodePointSet)
    case assert(PatternAssertion)
    /// Continues both with the next instruction and with the one at this distance.
    case split(Int)
    case jump(Int)
}

/// An assertion about a position between two scalars of a text (ECMA-262, CompileAssertion).
enum PatternAssertion: Sendable {
    /// `^`: the start of the text.
    case start
    /// `$`: the end of the text.
    case end
    /// `\b`: a word character on exactly one side.
    case wordBoundary
    /// `\B`: a word character on both sides, or on neither side.
    case noWordBoundary

    /// Returns whether the assertion is true between two scalars; nil represents an end of the text.
    func isTrue(between previous: UInt32?, and following: UInt32?) -> Bool {
        switch self {
        case .start: previous == nil
        case .end: following == nil
        case .wordBoundary: Self.isWord(previous) != Self.isWord(following)
        case .noWordBoundary: Self.isWord(previous) == Self.isWord(following)
        }
    }

    private static func isWord(_ scalar: UInt32?) -> Bool {
        scalar.map(CodePointSet.word.contains) ?? false
    }
}

/// The number of repetitions of a part of a pattern; lazy and greedy quantifiers match the same texts.
struct PatternQuantifier {
    let least: Int
    let greatest: Int?
}

extension PatternProgram {
    /// Returns whether a part of a text matches.
    ///
    /// All paths through the program are followed at the same time (R. Pike's method, without captures). The time is at
    /// most proportional to text times program, and the memory to the program alone. A path that returns to an
    /// instruction without reading a scalar ends.
    ///
    /// Returns true if the budget is used up.
    func matches(_ text: String) -> Bool {
        var current = PatternSteps(through: count)
        var next = current
        var previous: UInt32?
        var scalars = text.unicodeScalars.makeIterator()
        let budget = SchemaBudget.current
        while budget?.allowsStep() ?? true {
            let following = scalars.next()?.value
            current.insert(0)
            var index = 0
            // The list grows during the loop.
            while index < current.members.count {
                let step = current.members[index]
                index += 1
                guard step < count else { return true }
                switch self[step] {
                case .take(let set):
                    if let following, set.contains(following) {
                        next.insert(step + 1)
                    }
                case .assert(let assertion):
                    if assertion.isTrue(between: previous, and: following) {
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
        return true
    }
}

/// A set of a program's instructions, in the order of insertion.
private struct PatternSteps {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

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
