import Dispatch
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

private enum LaunchEvent: String, PreferenceEnumeration {
    case didShowGuide, guideShownAt, launches
}

private enum GroupEvent: String, PreferenceEnumeration {
    static let suite: String? = "group.x"
    static let prefix = "events/"

    case opened
    case closed = "shut"
}

private enum NamedEvent: String, PreferenceEnumeration {
    case first, second

    var key: String {
        switch self {
        case .first: "1st"
        case .second: "2nd"
        }
    }
}

/// Each test that uses the standard suite runs in its own process, where that suite is empty.
@Suite("Enumerations as keys", .mayWait)
struct EnumerationTests {
    @Test("a case's key is the type name and the raw value, unless the type declares a prefix or a key")
    func names() {
        #expect(LaunchEvent.didShowGuide.key == "LaunchEvent.didShowGuide")
        #expect(GroupEvent.opened.key == "events/opened")
        #expect(GroupEvent.closed.key == "events/shut")
        #expect(NamedEvent.second.key == "2nd")
    }

    @Test("a case's key can be set, read and removed")
    func access() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                #expect(!LaunchEvent.didShowGuide.isSet)
                #expect(LaunchEvent.didShowGuide.bool == false)
                #expect(LaunchEvent.didShowGuide.boolValue == nil)
                try #expect(directory.names() == [])
                LaunchEvent.didShowGuide.set(true)
                #expect(LaunchEvent.didShowGuide.bool)
                #expect(LaunchEvent.didShowGuide.boolValue == true)
                #expect(LaunchEvent.didShowGuide.isSet)
                let moment = PropertyListDate(secondsSinceReferenceDate: 5)
                LaunchEvent.guideShownAt.set(moment)
                #expect(LaunchEvent.guideShownAt.value(PropertyListDate.self) == moment)
                #expect(Preferences.standard[PreferenceKey<Bool?>("LaunchEvent.didShowGuide")] == true)
                LaunchEvent.didShowGuide.remove()
                #expect(!LaunchEvent.didShowGuide.isSet)
                #expect(LaunchEvent.guideShownAt.isSet)
                GroupEvent.closed.set("yes")
                #expect(Preferences(suite: "group.x")[PreferenceKey<String?>("events/shut")] == "yes")
                try #expect(directory.names().count == 2)
            }
        }
    }

    @Test("each type has two getters: for an unset key, one returns a fallback and the other returns nil")
    func getters() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                let event = NamedEvent.first
                #expect((event.bool, event.boolValue) == (false, nil))
                #expect((event.int, event.intValue) == (0, nil))
                #expect((event.float, event.floatValue) == (0, nil))
                #expect((event.double, event.doubleValue) == (0, nil))
                #expect((event.string, event.stringValue) == ("", nil))
                #expect((event.stringArray, event.stringArrayValue) == ([], nil))
                #expect((event.array, event.arrayValue) == ([], nil))
                #expect((event.dictionary, event.dictionaryValue) == ([:], nil))
                #expect((event.bytes, event.bytesValue) == ([], nil))
                #expect(event.propertyList == nil)
                #expect(event.codable(Account.self) == nil)
                event.set(3)
                #expect((event.int, event.intValue) == (3, 3))
                #expect((event.double, event.float) == (3, 3))
                event.set(0.5)
                #expect((event.double, event.doubleValue) == (0.5, 0.5))
                event.set(Float(0.5))
                #expect((event.float, event.floatValue) == (0.5, 0.5))
                event.set("a")
                #expect((event.string, event.stringValue) == ("a", "a"))
                event.set(["a", "b"])
                #expect((event.stringArray, event.stringArrayValue) == (["a", "b"], ["a", "b"]))
                #expect((event.array, event.arrayValue) == (["a", "b"], ["a", "b"]))
                #expect(event.propertyList == ["a", "b"])
                event.set(["a": 1])
                #expect((event.dictionary, event.dictionaryValue) == (["a": 1], ["a": 1]))
                event.set([1, 2] as [UInt8])
                #expect((event.bytes, event.bytesValue) == ([1, 2], [1, 2]))
                event.set(Account(name: "Ada"))
                #expect(event.codable(Account.self) == Account(name: "Ada"))
                event.set(Theme.dark)
                #expect(event.string == "dark")
                event.set(Level.high)
                #expect(event.int == 10)
                event.set(Shape.square)
                #expect(event.value(Shape.self) == .square)
            }
        }
    }

    @Test("increment() adds to a counter, and loses no increment of several threads")
    func counting() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                #expect(LaunchEvent.launches.increment() == 1)
                #expect(LaunchEvent.launches.increment(by: 5) == 6)
                #expect(LaunchEvent.launches.increment(by: -6) == 0)
                DispatchQueue.concurrentPerform(iterations: 40) { _ in LaunchEvent.launches.increment() }
                #expect(LaunchEvent.launches.int == 40)
            }
        }
    }

    @Test("increment() changes nothing and reports a problem if the result overflows or the value is not an integer")
    func countingBeyond() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                LaunchEvent.launches.set(Int.max)
                var reported = problems { #expect(LaunchEvent.launches.increment() == .max) }
                #expect(
                    reported == [
                        .unwritable(
                            key: "LaunchEvent.launches",
                            type: "Int",
                            reason: "9223372036854775807 + 1 is out of range"
                        )
                    ]
                )
                LaunchEvent.launches.set("many")
                reported = problems { LaunchEvent.launches.increment() }
                #expect(reported.count == 2)
                #expect(LaunchEvent.launches.string == "many")
            }
        }
    }

    @Test("setting nil removes the key, for each kind of value and without a type")
    func removal() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            let event = LaunchEvent.didShowGuide
            func expectRemoval(sourceLocation: SourceLocation = #_sourceLocation, _ remove: () -> Void) {
                event.set(1)
                remove()
                #expect(!event.isSet, sourceLocation: sourceLocation)
            }
            expectRemoval { event.set(nil as Int?) }
            expectRemoval { event.set(nil as [String]?) }
            expectRemoval { event.set(nil as Account?) }
            expectRemoval { event.set(nil as Theme?) }
            expectRemoval { event.set(nil as Level?) }
            expectRemoval { event.set(nil as Weekday?) }
            expectRemoval { event.set(nil) }
            event.set(Optional(Account(name: "Ada")))
            #expect(event.codable(Account.self)?.name == "Ada")
        }
    }

    @Test("a suite, a prefix or a name that depends on more than the case is found anew each time")
    func dynamicNames() throws {
        enum UserEvent: String, PreferenceEnumeration {
            case opened, closed

            static let user = Mutex("ada")
            static var suite: String? { user.withLock { $0 == "root" ? "group.x" : nil } }
            static var prefix: String { user.withLock { $0 + "." } }
            var key: String { self == .opened ? Self.prefix + rawValue : "closed by " + Self.user.withLock { $0 } }
        }
        try Preferences.$standard.withValue(Preferences(.inMemory())) {
            for (number, user) in ["ada", "kim", "root"].enumerated() {
                UserEvent.user.withLock { $0 = user }
                #expect((UserEvent.opened.intValue, UserEvent.closed.intValue) == (nil, nil))
                UserEvent.opened.set(number)
                UserEvent.closed.set(-number)
                #expect((UserEvent.opened.int, UserEvent.closed.int) == (number, -number))
            }
            UserEvent.user.withLock { $0 = "ada" }
            #expect((UserEvent.opened.intValue, UserEvent.closed.intValue) == (0, 0))
            let names = try Preferences.standard.allKeys()
            #expect(names == ["ada.opened", "closed by ada", "closed by kim", "kim.opened"])
        }
    }

    @Test("names that are made at run time do not exhaust the memory")
    func manyNames() {
        struct Item: PreferenceEnumeration {
            let rawValue: String
        }
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            for number in 0..<3 * EnumerationKey.capacity {
                _ = Item(rawValue: "\(number)").intValue
            }
            Item(rawValue: "1").set(5)
            #expect(Item(rawValue: "1").int == 5)
        }
        #expect(EnumerationKey.known.withLock { $0.count } <= EnumerationKey.capacity)
    }

    @Test("canonically equivalent names are two keys")
    func equivalentNames() {
        struct Item: PreferenceEnumeration {
            let rawValue: String
        }
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            Item(rawValue: "caf\u{E9}").set(1)
            #expect(Item(rawValue: "cafe\u{301}").intValue == nil)
        }
    }
}
