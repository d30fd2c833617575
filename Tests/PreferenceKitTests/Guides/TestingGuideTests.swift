import Dispatch
import Foundation
import PreferenceKit
import TestSupport
import Testing

@Suite("The guide to testing", .mayWait)
struct TestingGuideTests {
    @Test("preferences in a directory write a file there")
    func directory() throws {
        let directory = try TemporaryDirectory()
        let bytes = try Array(TestingSamples.readFile(of: SuiteName.ofProcess().rawValue, in: directory.path))
        let contents = try PropertyList(parsing: bytes.span)
        #expect(contents == ["LaunchCount": 3])
    }

    @Test("a trait gives each test its own preferences", .ownPreferences, arguments: 1...3)
    func trait(launch: Int) {
        #expect(LaunchEvent.launches.increment() == 1)
    }

    @Test("preferences can be passed to a detached task", .ownPreferences)
    func detached() async {
        #expect(await TestingSamples.incrementDetached().value == 1)
        #expect(LaunchEvent.launches.int == 1)
    }

    @Test("another thread uses the real preferences")
    func otherThread() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                Preferences.$standard.withValue(Preferences(.inMemory())) {
                    Preferences[.launchCount] = 5
                    let isDone = DispatchSemaphore(value: 0)
                    DispatchQueue.global().async {
                        Preferences[.launchCount] += 1
                        isDone.signal()
                    }
                    isDone.wait()
                    #expect(Preferences[.launchCount] == 5)
                }
                #expect(Preferences[.launchCount] == 1)
            }
        }
    }
}
