/// Where in a value its coder is: the keys and positions that lead there from the outermost value.
struct CodingPath {
    private final class Step {
        let key: any CodingKey
        let parent: Step?

        init(_ key: any CodingKey, after parent: Step?) {
            self.key = key
            self.parent = parent
        }
    }

    private var lastStep: Step?

    /// How deep the value stands: 1 is the outermost value, 0 the place outside of it.
    private(set) var depth = 0

    /// The keys, outermost first.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var step = lastStep
        while let current = step {
            keys.append(current.key)
            step = current.parent
        }
        return keys.reversed()
    }

    /// The place of a value that a key or a position of this one leads to.
    func appending(_ key: some CodingKey) -> CodingPath {
        CodingPath(lastStep: Step(key, after: lastStep), depth: depth + 1)
    }

    /// The place of a value that stands for this one alone.
    var replacement: CodingPath {
        CodingPath(lastStep: lastStep, depth: depth + 1)
    }

    /// Whether a value may stand here: a coder calls itself once for each level, and so has to stop somewhere.
    var isTooDeep: Bool {
        depth > PropertyList.depthLimit
    }
}

/// A key of no type's own.
enum UnnamedKey: CodingKey {
    /// A position in an array, from 0.
    case index(Int)
    /// Where a class keeps what its superclass encodes.
    case superclass

    init?(stringValue: String) {
        guard stringValue == UnnamedKey.superclass.stringValue else { return nil }
        self = .superclass
    }

    init?(intValue: Int) {
        self = .index(intValue)
    }

    var stringValue: String {
        switch self {
        case .index(let index): "Index \(index)"
        case .superclass: "super"
        }
    }

    var intValue: Int? {
        switch self {
        case .index(let index): index
        case .superclass: nil
        }
    }
}
