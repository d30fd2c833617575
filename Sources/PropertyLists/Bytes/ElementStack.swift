/// A stack whose upper elements move out together, to an array of exactly their size.
///
/// An `Array` would copy each of them first, and release each one afterwards.
@safe
struct ElementStack<Element>: ~Copyable {
    private var storage: UnsafeMutableBufferPointer<Element>
    private(set) var count = 0

    /// Creates an empty stack, without memory.
    init() {
        unsafe storage = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    /// Creates an empty stack with room for some elements; it grows if there are more.
    init(expecting count: Int) {
        unsafe storage = .allocate(capacity: count)
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
            grow(toHold: count + 1)
        }
        unsafe storage.initializeElement(at: count, to: element)
        count += 1
    }

    /// Removes the elements from a position up, and returns them in order.
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

    /// Removes the elements from a position up.
    mutating func remove(from position: Int) {
        precondition(position >= 0 && position <= count, "a position past the end")
        unsafe storage[position..<count].deinitialize()
        count = position
    }

    /// Appends the elements that a closure writes into room for this many.
    @inline(__always)
    mutating func append(addingCapacity capacity: Int, _ write: (inout OutputSpan<Element>) -> Void) {
        if unsafe storage.count - count < capacity {
            grow(toHold: count + capacity)
        }
        let room = unsafe UnsafeMutableBufferPointer(rebasing: storage[count...])
        var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
        write(&output)
        count += unsafe output.finalize(for: room)
    }

    /// Lends all elements to a closure.
    @inline(__always)
    func withSpan<Value>(_ body: (Span<Element>) -> Value) -> Value {
        unsafe body(UnsafeBufferPointer(rebasing: storage[..<count]).span)
    }

    @inline(never)
    private mutating func grow(toHold capacity: Int) {
        let larger = unsafe UnsafeMutableBufferPointer<Element>.allocate(capacity: max(16, capacity, 2 * storage.count))
        _ = unsafe larger.moveInitialize(fromContentsOf: UnsafeMutableBufferPointer(rebasing: storage[..<count]))
        unsafe storage.deallocate()
        unsafe storage = larger
    }
}
