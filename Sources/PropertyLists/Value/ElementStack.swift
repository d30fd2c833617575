/// A stack of which the upper elements move out together, in one step, to an array of just their size.
///
/// An `Array` would copy each of them first, and release each one afterwards.
@safe
struct ElementStack<Element>: ~Copyable {
    private var storage: UnsafeMutableBufferPointer<Element>
    private(set) var count = 0

    init() {
        unsafe storage = .allocate(capacity: 16)
    }

    deinit {
        unsafe storage[..<count].deinitialize()
        unsafe storage.deallocate()
    }

    subscript(position: Int) -> Element {
        _read {
            precondition(position >= 0 && position < count, "a position past the end")
            yield unsafe storage[position]
        }
    }

    mutating func push(_ element: consuming Element) {
        if unsafe storage.count == count {
            grow()
        }
        unsafe storage.initializeElement(at: count, to: element)
        count += 1
    }

    /// Removes the elements from a position up.
    ///
    /// - Returns: these elements, in their order.
    mutating func pop(from position: Int) -> [Element] {
        precondition(position >= 0 && position <= count, "a position past the end")
        let upper = position..<count
        count = position
        var elements: [Element] = []
        elements.append(addingCapacity: upper.count) { elements in
            for position in upper {
                unsafe elements.append(storage.moveElement(from: position))
            }
        }
        return elements
    }

    private mutating func grow() {
        let larger = unsafe UnsafeMutableBufferPointer<Element>.allocate(capacity: 2 * storage.count)
        _ = unsafe larger.moveInitialize(fromContentsOf: storage)
        unsafe storage.deallocate()
        unsafe storage = larger
    }
}
