extension PathTree {
    /// A container that is open.
    private struct Container {
        /// The way to it; nil where none of the ways leads there.
        let branch: Branch?
        let isDictionary: Bool
        /// The way to the value of the latest key.
        var branchOfKey: Branch?
        var count = 0
    }

    /// Finds where the ways lead in an XML document.
    mutating func find(inXML text: ByteView) throws(PropertyListError) {
        var scanner = try XMLScanner(text)
        var containers: [Container] = []
        while let event = try scanner.next() {
            switch event {
            case .key(let text):
                let innermost = containers.count - 1
                guard let branch = containers[innermost].branch, goesOn(from: branch) else { continue }
                containers[innermost].branchOfKey = self.branch(try scanner.string(of: text), from: branch)
            case .scalar:
                noteNext(in: &containers, at: scanner.eventOffset)
            case .beginArray, .beginDictionary:
                let branch = noteNext(in: &containers, at: scanner.eventOffset)
                let isDictionary = if case .beginDictionary = event { true } else { false }
                containers.append(Container(branch: branch, isDictionary: isDictionary))
            case .endContainer:
                containers.removeLast()
            }
        }
    }

    /// Notes the value that starts at an offset, if one of the ways leads there.
    @discardableResult
    private mutating func noteNext(in containers: inout [Container], at offset: Int) -> Branch? {
        let branch = branchOfNext(in: &containers)
        if let branch {
            note(branch, at: offset)
        }
        return branch
    }

    private func branchOfNext(in containers: inout [Container]) -> Branch? {
        guard let container = containers.last else { return Self.root }
        containers[containers.count - 1].count += 1
        guard let branch = container.branch, goesOn(from: branch) else { return nil }
        return container.isDictionary ? container.branchOfKey : self.branch(String(container.count), from: branch)
    }
}
