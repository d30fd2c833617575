import Foundation
import PreferenceKit
import Synchronization
import TestSupport
import Testing

@Suite("The guide to getting started", .mayWait, .ownPreferences)
struct GettingStartedGuideTests {
    @Test("the samples declare keys and use them")
    func use() throws {
        let page = try #require(URL(string: "https://swift.org"))
        #expect(GettingStartedSamples.use(swift: page) == "nobody")
        #expect(Preferences[.theme] == .dark)
        #expect(Preferences[.links] == [Link(title: "Swift", page: page)])
        #expect(Preferences[.searches] == ["actor"])
        #expect(!Preferences.standard.isSet(.searches))
        #expect(GettingStartedSamples.ask() == (isLight: true, hasLinks: true))
        #expect(try GettingStartedSamples.askForErrors() == .dark)
    }

    @Test("the samples use scopes, events and properties")
    func group() throws {
        #expect(GettingStartedSamples.note() == 1)
        #expect(GettingStartedSamples.note() == 2)
        try GettingStartedSamples.useScope(group: Preferences(.inMemory()))
        #expect(Preferences.general.launchCount == 0)
        Preferences[.theme] = .dark
        GettingStartedSamples.useProperties()
        #expect(Preferences.isDefault(.theme))
        #expect(
            try Preferences.standard.allKeys() == [
                "LaunchEvent.didShowGuide", "LaunchEvent.guideShownAt", "LaunchEvent.launches",
            ]
        )
    }

    @Test("the samples write another suite through an instance, and receive a problem")
    func processWide() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                let group = GettingStartedSamples.useInstance()
                #expect(group[.nickname] == "Ada")
                try #expect(directory.names() == ["group.example.plist"])
                let lines = Mutex<[String]>([])
                GettingStartedSamples.handleProblems { line in lines.withLock { $0.append(line) } }
                group[PreferenceKey<Int>("nickname", default: 1)] += 1
                #expect(lines.withLock(\.count) == 1)
                #expect(group[.nickname] == "Ada")
            }
        }
    }

    @Test("the samples override the standard preferences, and ask where a value comes from")
    func overrides() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                GettingStartedSamples.overrideStandard()
                var lines: [String] = []
                GettingStartedSamples.askForOrigin { lines.append($0) }
                #expect(lines == ["theme: the default"])
            }
        }
    }

    @Test("a module that defaults to the main actor can declare keys")
    func mainActor() throws {
        let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let outcome = try SwiftCompiler().verifyDiagnostics(
            of: directory.appendingPathComponent("MainActorSamples.swift").path,
            options: ["-default-isolation", "MainActor"]
        )
        #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
        #expect(openMap() == .metric)
        #expect(Preferences.map.zoom == 2)
        #expect(MapEvent.opened.bool)
    }
}
