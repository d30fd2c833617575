/// A nondeterministic finite automaton as a list of instructions, in which a match has come to the end of the list.
///
/// Jumps are relative, so that programs are put together by appending them to one another (K. Thompson, Regular
/// Expression Search Algorithm, 1968).
struct PatternProgram: Sendable {
    /// The greatest count of instructions.
    static let limit = 10_000

    private(set) var instructions: [PatternInstruction]

    /// A program of these instructions.
    init(_ instructions: [PatternInstruction] = []) {
        self.instructions = instructions
    }

    /// A program that goes through one of several.
    init(anyOf alternatives: [Self]) {
        self.init()
        // Each but the last has a split before it and a jump to the end behind it.
        let end = alternatives.reduce(-2) { $0 + $1.count + 2 }
        for alternative in alternatives.dropLast() {
            append(.split(alternative.count + 2))
            append(alternative)
            append(.jump(end - count))
        }
        if let last = alternatives.last {
            append(last)
        }
    }

    var count: Int { instructions.count }

    mutating func append(_ instruction: PatternInstruction) {
        instructions.append(instruction)
    }

    mutating func append(_ program: Self) {
        instructions += program.instructions
    }

    /// A program that goes through this one as often as a quantifier says; nil where it cannot be within the limit.
    func repeated(_ quantifier: PatternQuantifier) -> Self? {
        guard !instructions.isEmpty else { return self }
        // A count within this bound makes a program of at most about twice the limit.
        guard (quantifier.greatest ?? quantifier.least) <= Self.limit / count else { return nil }
        var result = Self()
        if quantifier.greatest == 0 {
            // What is never gone through stays, so that the limit bounds the work of reading a pattern too.
            result.append(.jump(count + 1))
            result.append(self)
        }
        for _ in 0..<quantifier.least {
            result.append(self)
        }
        if let greatest = quantifier.greatest {
            for remaining in stride(from: greatest - quantifier.least, to: 0, by: -1) {
                result.append(.split(remaining * (count + 1)))
                result.append(self)
            }
        } else {
            if quantifier.least == 0 {
                result.append(.split(count + 2))
                result.append(self)
            }
            result.append(.split(-count))
        }
        return result.count <= Self.limit ? result : nil
    }
}
