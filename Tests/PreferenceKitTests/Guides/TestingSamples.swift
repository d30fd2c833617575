import Foundation
import PreferenceKit
import Testing
import XCTest

struct LaunchCounter {
    let preferences: Preferences

    func launch() {
        preferences[.launchCount] += 1
    }
}

struct OwnPreferences: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let preferences = Preferences(.inMemory())
        try await Preferences.$standard.withValue(preferences) {
            try await function()
        }
    }
}

extension Trait where Self == OwnPreferences {
    static var ownPreferences: OwnPreferences { OwnPreferences() }
}

class OwnPreferencesTestCase: XCTestCase {
    override func invokeTest() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            super.invokeTest()
        }
    }
}

enum TestProcess {
    static let hasOwnPreferences: Void =
        Preferences.replaceStandard(by: Preferences(.inMemory()))
}

/// The samples of Testing.md, verbatim.
///
/// Those that are tests also run as tests.
@Suite("The samples of the guide to testing")
struct TestingSamples {
    @Test("A launch is counted")
    func launch() {
        let preferences = Preferences(.inMemory())
        LaunchCounter(preferences: preferences).launch()
        #expect(preferences[.launchCount] == 1)
    }

    @Test("A launch is counted in the standard preferences")
    func standardLaunch() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            LaunchEvent.launches.increment()
            #expect(LaunchEvent.launches.int == 1)
        }
    }

    @Test("A launch is observed")
    func observedLaunch() async {
        let preferences = Preferences(.inMemory())
        var counts = preferences.values(of: .launchCount)
            .makeAsyncIterator()
        #expect(await counts.next() == 0)
        LaunchCounter(preferences: preferences).launch()
        #expect(await counts.next() == 1)
    }

    @Test("An argument comes before the stored count")
    func overriddenCount() {
        let preferences = Preferences(
            .inMemory(),
            overriding: .arguments(["-LaunchCount", "4"])
        )
        LaunchCounter(preferences: preferences).launch()
        #expect(preferences[.launchCount] == 4)
    }

    static func readFile(of suite: String, in directory: String) throws -> Data {
        let preferences = Preferences(directory: directory)
        preferences[.launchCount] = 3
        let file = URL(fileURLWithPath: directory)
            .appendingPathComponent(suite + ".plist")
        let contents = try Data(contentsOf: file)
        return contents
    }

    static func incrementDetached() -> Task<Int, Never> {
        let preferences = Preferences.standard
        let task = Task.detached {
            Preferences.$standard.withValue(preferences) {
                LaunchEvent.launches.increment()
            }
        }
        return task
    }
}
