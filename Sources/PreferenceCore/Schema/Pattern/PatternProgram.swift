/// A nondeterministic finite automaton as a list of instructions, in which a match has come to the end of the list.
///
/// Jumps are relative, so that programs are put together by appending them to one another (K. Thompson, Regular
/// Expression Search Algorithm, 1968).
typealias PatternProgram = [PatternInstruction]

extension PatternProgram {
    static let limit = 10_000

    /// A program that goes through one of several.
    init(anyOf alternatives: [PatternProgram]) {
        self.init()
        // Each but the last has a split before it and a jump to the end behind it.
        let end = alternatives.reduce(-2) { $0 + $1.count + 2 }
        for alternative in alternatives.dropLast() {
            append(.split(alternative.count + 2))
            self += alternative
            append(.jump(end - count))
        }
        self += alternatives.last ?? []
    }

    /// A program that goes through this one as often as a quantifier says; nil if the limit has no room for it.
    func repeated(_ quantifier: PatternQuantifier) -> PatternProgram? {
        guard !isEmpty else { return self }
        // A count within this bound makes a program of at most about twice the limit.
        guard (quantifier.greatest ?? quantifier.least) <= Self.limit / count else { return nil }
        var result = PatternProgram()
        if quantifier.greatest == 0 {
            // What is never gone through stays, so that the limit bounds the work of reading a pattern too.
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

/// One step of a pattern's program; a step that is done is followed by the next unless it says otherwise.
enum PatternInstruction: Sendable {
    /// Takes one scalar of the text, which must be in the set.
    case take(CodePointSet)
    case assert(PatternAssertion)
    /// Goes on both with the next step and that many steps further.
    case split(Int)
    case jump(Int)
}

/// What a pattern says about a place between two scalars of a text (ECMA-262, CompileAssertion).
enum PatternAssertion: Sendable {
    /// `^`: the start of the text.
    case start
    /// `$`: the end of the text.
    case end
    /// `\b`: a word character on one side alone.
    case wordBoundary
    /// `\B`: a word character on both sides, or on none.
    case noWordBoundary

    /// Whether it holds between two scalars, of which one is nil at an end of the text.
    func holds(between previous: UInt32?, and following: UInt32?) -> Bool {
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

/// How often a part of a pattern is repeated: lazy or not, the same texts match.
struct PatternQuantifier {
    let least: Int
    let greatest: Int?
}

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
                switch self[step] {
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

/// A set of a program's steps, in the order in which they came in.
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
