/// How many references each object of a binary property list has, from what the outermost object leads to.
struct BinaryReferenceCounts {
    private let objects: BinaryObjectTable
    private var counts: [Int]
    /// Objects without a reference from the start.
    private(set) var unreachable: [Int] = []
    /// Objects that have lost their last reference, each before those that only it referred to.
    private(set) var released: [Int] = []

    /// Counts the references, and checks every object that one leads to.
    ///
    /// - Throws: what is wrong with an object, as ``BinaryReader`` would.
    init(_ objects: BinaryObjectTable) throws(PropertyListError) {
        self.objects = objects
        counts = [Int](repeating: 0, count: objects.trailer.objectCount)
        counts[objects.trailer.root] = 1
        var found = [objects.trailer.root]
        while let reference = found.popLast() {
            let object = try objects.object(reference)
            for position in 0..<objects.referenceCount(of: object) {
                let element = try objects.reference(position, of: object)
                counts[element] += 1
                if counts[element] == 1 {
                    found.append(element)
                }
            }
        }
        unreachable = counts.indices.filter { counts[$0] == 0 }
    }

    subscript(reference: Int) -> Int {
        counts[reference]
    }

    /// Takes a reference to an object away, and with the last one those to its elements.
    mutating func release(_ reference: Int) throws(PropertyListError) {
        var pending = [reference]
        while let reference = pending.popLast() {
            counts[reference] -= 1
            guard counts[reference] == 0 else { continue }
            released.append(reference)
            let object = try objects.object(reference)
            for position in 0..<objects.referenceCount(of: object) {
                pending.append(try objects.reference(position, of: object))
            }
        }
    }
}
