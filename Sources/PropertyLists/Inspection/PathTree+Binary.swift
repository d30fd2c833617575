extension PathTree {
    /// Finds where the ways lead in a binary document: to the offsets of its objects.
    mutating func find(inBinary document: ByteView) throws(PropertyListError) {
        let objects = try BinaryObjectTable(document)
        // The ways that are still to be followed, so that their length is no depth of the stack.
        var ends = [(branch: Self.root, reference: objects.trailer.root)]
        while let (branch, reference) = ends.popLast() {
            let object = try objects.object(reference)
            note(branch, at: object.offset)
            guard goesOn(from: branch) else { continue }
            switch object.kind {
            case .array:
                for position in 0..<object.count {
                    guard let next = self.branch(String(position), from: branch) else { continue }
                    ends.append((next, try objects.reference(position, of: object)))
                }
            case .dictionary:
                for position in 0..<object.count {
                    let key = try objects.string(objects.object(objects.reference(position, of: object)))
                    guard let next = self.branch(key, from: branch) else { continue }
                    ends.append((next, try objects.reference(object.count + position, of: object)))
                }
            default:
                break
            }
        }
    }
}
