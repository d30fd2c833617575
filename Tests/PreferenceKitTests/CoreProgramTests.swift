import PreferenceKit
import TestSupport
import Testing

@Suite("A program on the product PreferenceCore")
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
