internal import Glibc

/// A folder of its own for one test, removed with all that it holds when the last reference to it goes.
public final class TemporaryFolder: Sendable {
    /// The absolute path, without a final slash.
    public let path: String

    /// Makes an empty folder, 0700, in `$TMPDIR` or else `/tmp`.
    public init() throws(SystemCallError) {
        let parent = environmentVariable("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/prefs-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SystemCallError("mkdtemp", parent) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes the folder at once, read-only folders in it included.
    func remove() {
        let script = #"rm -rf -- "$1" 2>/dev/null || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; }"#
        _ = try? Subprocess("/bin/sh", ["-c", script, "sh", path], environment: ["PATH": "/usr/bin:/bin"]).run()
    }
}

/// The variable's value in the environment of the tests, or nil when it is unset or empty.
func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}
