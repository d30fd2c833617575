import TestSupport

@testable import PropertyLists

/// An element of an XML document as a person may have written it, and what must stay if its parts change.
///
/// No two scalars, keys and comments of a document are equal, so that each element has one place in its changed array.
final class WrittenElement {
    /// The spelling and the value of a scalar, or the elements of a container.
    private enum Content {
        case scalar(String, PropertyList)
        case container(XMLNesting.Container, [WrittenElement])
    }

    private let key: String?
    private var content: Content
    /// The comments of a container, each before the element at a position.
    private var comments: [(position: Int, text: String)] = []
    /// Whether each element of a container is on lines of its own.
    private let isOnLines: Bool
    /// The lines of the document that have a part of this element; none if it is new.
    private var lines: Set<Int> = []

    private init(_ content: Content, key: String?, isOnLines: Bool = false) {
        self.content = content
        self.key = key
        self.isOnLines = isOnLines
    }

    var value: PropertyList {
        switch content {
        case .scalar(_, let value): value
        case .container(.array, let children): .array(children.map(\.value))
        case .container(.dictionary, let children):
            .dictionary(.init(uniqueEntries: children.map { .init(key: $0.key ?? "", value: $0.value) }))
        }
    }

    /// The comments in this element, and the spellings of its scalars, unless it is new.
    var texts: [String] {
        guard !lines.isEmpty else { return [] }
        return switch content {
        case .scalar(let spelling, _): [spelling]
        case .container(_, let children): comments.map(\.text) + children.flatMap(\.texts)
        }
    }

    private var isContainer: Bool { if case .container = content { true } else { false } }
}

extension WrittenElement {
    /// The source of random choices, and of numbers that no other scalar, key or comment has.
    struct Source {
        var generator: SeededGenerator
        private var count = 1_000

        init(_ generator: SeededGenerator) {
            self.generator = generator
        }

        mutating func number() -> Int {
            count += 1
            return count
        }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

        mutating func pick<Value>(_ values: [Value]) -> Value { generator.pick(values) }
    }

    /// Creates a random element, in a number of containers.
    static func random(_ source: inout Source, depth: Int, key: String? = nil) -> WrittenElement {
        let number = source.number()
        guard depth == 0 || depth < 5 && source.chance(45) else {
            let scalar: (String, PropertyList) = source.pick([
                ("<integer>\(number)</integer>", .integer(.init(Int64(number)))),
                ("<integer> +\(number)\n</integer>", .integer(.init(Int64(number)))),
                ("<string>\(number) &#60;&amp;</string>", "\(number) <&"),
                ("<string  a='1'>é\(number)</string >", "é\(number)"),
                ("<string><![CDATA[<\(number)>]]></string>", "<\(number)>"),
                ("<string>\(number)<!-- in \(number) --></string>", "\(number)"),
                ("<real>\(number).50</real>", .real(Double(number) + 0.5)),
            ])
            return WrittenElement(.scalar(scalar.0, scalar.1), key: key)
        }
        let container: XMLNesting.Container = depth > 0 && source.chance(60) ? .array : .dictionary
        let element = WrittenElement(.container(container, []), key: key, isOnLines: source.chance(75))
        // An empty array can be equal to another.
        let children = (0..<Int.random(in: key == nil ? 1...5 : 0...5, using: &source.generator)).map { _ in
            random(&source, depth: depth + 1, in: container)
        }
        element.content = .container(container, children)
        element.comments = (0...children.count).flatMap { position in
            (0..<source.pick([0, 0, 1, 2])).map { _ in (position, "<!-- <key>\(source.number())</key> -->") }
        }
        return element
    }

    private static func random(
        _ source: inout Source,
        depth: Int,
        in container: XMLNesting.Container
    ) -> WrittenElement {
        random(&source, depth: depth, key: container == .dictionary ? "k\(source.number())" : nil)
    }

    /// Appends the element to a document, in a container whose elements are indented by some whitespace.
    func write(to text: inout String, indentation: String, _ source: inout Source) {
        let firstLine = text.lineCount
        defer { lines = Set(firstLine...text.lineCount) }
        let separator = isOnLines ? "\n\(indentation)\(source.pick(["\t", "  "]))" : source.pick(["", " "])
        if let key {
            text += "<key>\(key)</key>" + source.pick(["", " ", "\n" + indentation])
        }
        switch content {
        case .scalar(let spelling, _):
            text += spelling
        case .container(let container, let children):
            let name = container == .array ? "array" : "dict"
            guard !children.isEmpty || !comments.isEmpty else {
                text += source.pick(["<\(name)/>", "<\(name)></\(name)>", "<\(name) />"])
                return
            }
            text += "<\(name)>"
            for (position, child) in children.enumerated() {
                let before = comments.filter { $0.position == position }
                for comment in before { text += separator + comment.text }
                text += before.isEmpty || source.chance(80) ? separator : " "
                child.write(to: &text, indentation: String(separator.drop { $0 == "\n" }), &source)
            }
            for comment in comments where comment.position == children.count {
                text += (source.chance(30) ? " " : separator) + comment.text
            }
            text += (isOnLines ? "\n" + indentation : separator) + "</\(name)>"
        }
    }

    /// Changes elements of a container at random, and returns the lines that may change with them.
    ///
    /// In one container, either elements are removed, replaced and inserted, or some containers change: nothing tells
    /// which of two neighbours is the changed one if the other is removed.
    func change(_ source: inout Source) -> Set<Int> {
        guard case .container(let container, var children) = content else { return [] }
        let inner = children.filter(\.isContainer)
        if !inner.isEmpty, source.chance(70) {
            return inner.filter { _ in source.chance(60) }.reduce(into: []) { $0.formUnion($1.change(&source)) }
        }
        var changed: Set<Int> = isOnLines && !children.isEmpty ? [] : lines
        for _ in 0..<Int.random(in: 1...3, using: &source.generator) {
            let position = Int.random(in: 0...children.count, using: &source.generator)
            let new = Self.random(&source, depth: 4, in: container)
            guard position < children.count, source.chance(60) else {
                children.insert(new, at: position)
                continue
            }
            changed.formUnion(children[position].lines)
            if source.chance(50) {
                children[position] = WrittenElement(new.content, key: children[position].key)
            } else if key != nil || children.count > 1 {
                children.remove(at: position)
            }
        }
        content = .container(container, children)
        return children.isEmpty ? changed.union(lines) : changed
    }
}

extension String {
    fileprivate var lineCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}
