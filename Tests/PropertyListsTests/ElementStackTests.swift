import Testing

@testable import PropertyLists

@Suite("A stack of which the upper elements move out together")
struct ElementStackTests {
    @Test("elements come out in their order, from any position and however far the stack has grown")
    func order() {
        var stack = ElementStack<Int>()
        for element in 0..<100 {
            stack.push(element)
        }
        #expect(stack.pop(from: 100).isEmpty)
        #expect(stack.pop(from: 40) == Array(40..<100))
        stack.push(7)
        #expect(stack.count == 41)
        #expect(stack[40] == 7 && stack[0] == 0)
        #expect(stack.pop(from: 0) == Array(0..<40) + [7])
        #expect(stack.count == 0)
    }

    @Test("each element is released once: what moved out with its array, what stayed with the stack")
    func release() {
        final class Element {}
        weak var moved: Element?
        weak var kept: Element?
        do {
            var stack = ElementStack<Element>()
            let (first, second) = (Element(), Element())
            (kept, moved) = (first, second)
            stack.push(first)
            for _ in 0..<50 {
                stack.push(second)
            }
            let elements = stack.pop(from: 1)
            #expect(elements.count == 50)
        }
        #expect(moved == nil)
        #expect(kept == nil)
    }
}
