import PreferenceCore
import PropertyLists
import TestSupport
import Testing

@Suite("Stored forms of RawRepresentable and Codable types", .mayWait)
struct DefaultFormTests {
    @Test("an enumeration is stored as its raw value, and an unknown raw value does not decode")
    func rawValue() {
        #expect(Shape.circle.propertyList == "circle")
        #expect(Shape(propertyList: "square") == .square)
        for form in ["triangle", "", 1, ["circle"]] as [PropertyList] {
            #expect(Shape(propertyList: form) == nil)
        }
        #expect([Shape](propertyList: ["circle", "triangle"]) == nil)
        #expect(Permissions([.read, .write]).propertyList == 3)
        #expect(Permissions(propertyList: 2) == .write)
        #expect(Permissions(propertyList: -1) == nil)
    }

    @Test("a Codable type is stored as it encodes itself, with a range as an array of its bounds")
    func codable() {
        let window = Window(title: "log", columns: 1...80)
        #expect(window.propertyList == ["columns": [1, 80], "title": "log"])
        #expect(Window(propertyList: ["columns": [1, 80], "title": "log"]) == window)
        for form in [["title": "log"], ["columns": [80, 1], "title": "log"], "log", []] as [PropertyList] {
            #expect(Window(propertyList: form) == nil)
        }
        #expect([Window](propertyList: [["columns": [1, 80], "title": "log"], [:]]) == nil)
    }

    @Test("a Codable enumeration is stored as its raw value")
    func both() {
        #expect(Weekday.tuesday.propertyList == 1)
        #expect(Weekday(propertyList: 1.0) == .tuesday)
        #expect(Weekday(propertyList: 7) == nil)
        #expect(Weekday(propertyList: true) == nil)
        #expect([Weekday: Int].self as? any PreferenceValue.Type == nil)
    }

    @Test("encoding a PreferenceValue that a property list cannot represent stops the process")
    func unwritable() async {
        struct Wide: Codable, PreferenceValue {
            var number = Int128.max
        }
        await #expect(processExitsWith: .failure) { _ = Wide().propertyList }
    }
}
