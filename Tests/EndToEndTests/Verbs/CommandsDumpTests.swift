import TestSupport
import Testing

@Suite("Suites dumped as commands, in a real shell")
struct CommandsDumpTests {
    /// Typed JSON with every kind of value, and with keys and values that a shell might misread.
    static let suite = #"""
        {"string":"text","integer":-5,"large":18446744073709551615,"flag":true,"real":1.5,"whole":2.0,"zero":-0.0,
        "nan":{"$real":"nan"},"inf":{"$real":"-inf"},"data":{"$data":"AP8="},"empty":{"$data":""},"uid":{"$uid":7},
        "date":{"$date":"1970-01-01T00:00:00Z"},"array":[1,[2,"x"],[]],"dictionary":{"$dict":{"$date":"x","":{}}},
        "":"empty key","--":"--","-n":"-n","--help":"--help","it's":"'","two words":" a  b ","$HOME":"`id` $(id) ${x}",
        "new\nline":"a\nb\n","tab\t":"\r\t","*":"?[a]*","\\":"\\\\n\\","\"":"\"","é":"é","#":"# no","a=b":"!!;&|<>",
        "~":"~root","num":"5","word":"true"}
        """#

    @Test("replaying the dump creates the same suite, and a second replay changes nothing")
    func replay() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(Self.suite, to: "work/source.json")
        let script = try prefs.run("dump", "-f", "source.json", "--format", "commands")
        expect(script)
        let selected = script.text.replacing("'--file=source.json'", with: "'--file=copy.plist'")
        let shell = try Shell(prefs)
        expect(try shell.run(selected), prints: "", errors: .message(["'large': integer above", "'uid': uid of"]))
        let copied = try prefs.run("list", "--typed", "-f", "copy.plist")
        expect(copied, prints: try prefs.run("list", "--typed", "-f", "source.json").text)
        let identity = try prefs.directory.identity(of: "work/copy.plist")
        expect(try shell.run(selected), prints: "")
        #expect(try prefs.directory.identity(of: "work/copy.plist") == identity)
    }

    @Test("the dump names its suite, so replaying it without PREFS_SUITE changes nothing")
    func selected() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let script = try prefs.run("dump", "--format", "commands")
        var elsewhere = prefs
        elsewhere.environment["PREFS_SUITE"] = nil
        let identity = try prefs.directory.identity(of: prefs.file(of: "t"))
        expect(try Shell(elsewhere).run(script.text), prints: "")
        #expect(try prefs.directory.identity(of: prefs.file(of: "t")) == identity)
    }
}
