import Glibc
import PreferenceKit
import TestSupport
import Testing

@Suite("A program on the product PreferenceCore", .mayWait)
struct CoreProgramTests {
    @Test("it counts its launches in the suite with its name")
    func run() throws {
        let directory = try TemporaryDirectory()
        for launch in 1...2 {
            let outcome = try Peer.subprocess(of: "CoreProgram", in: directory).run()
            #expect(outcome.ending == .exited(0) && outcome.text == "\(launch)\n", "\(outcome)")
        }
        let preferences = Preferences(directory: directory.path, suite: try SuiteName("CoreProgram"))
        #expect(preferences[PreferenceKey<PropertyList?>("anything")] == ["launch": 1])
    }

    @Test("killed at any system call, it has migrated or not, and the next start migrates", .enabled(if: Strace.exists))
    func killedMigration() throws {
        let directory = try TemporaryDirectory()
        let file = "CoreProgram.plist"
        let old = try PropertyList.dictionary(["launches": 5, "other": "x"]).serialized(as: .xml)
        let new: PropertyList = ["launchCount": 5, "other": "x", "prefs.version": 1]
        let program = Peer.subprocess(["migrate"], of: "CoreProgram", in: directory)
        var ending = SubprocessOutcome.Ending.signalled(SIGKILL)
        var call = 0
        while ending == .signalled(SIGKILL) {
            call += 1
            try directory.write(old, to: file)
            try directory.age(file)
            ending = try Strace.running(program, injecting: "all:signal=KILL:when=\(call)").run().ending
            let bytes = try directory.bytes(of: file)
            let isOld = bytes == old
            if !isOld { #expect(try PropertyList(parsing: bytes.span) == new, "call \(call)") }
            guard ending == .signalled(SIGKILL), isOld else { continue }
            #expect(try program.run().ending == .exited(0))
            let migrated = try directory.bytes(of: file)
            #expect(try PropertyList(parsing: migrated.span) == new, "call \(call)")
        }
        #expect(ending == .exited(0))
    }

    @Test("it loads no library of Foundation")
    func linkage() throws {
        var subprocess = Peer.subprocess(of: "CoreProgram", in: try TemporaryDirectory())
        // The loader prints the libraries instead of starting the program: see ld.so(8).
        subprocess.environment["LD_TRACE_LOADED_OBJECTS"] = "1"
        let libraries = try subprocess.run().text
        #expect(libraries.contains("libswiftCore"))
        #expect(!libraries.contains("Foundation"), "\(libraries)")
    }
}
