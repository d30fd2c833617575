import Glibc

extension CallingProcess {
    /// The number of words on the command line, the program's own among them.
    package static var argumentCount: Int {
        Int(CommandLine.argc)
    }

    /// A word of the command line, the program's own being 0; nil where it is no UTF-8.
    ///
    /// `CommandLine.arguments` would put U+FFFD for bytes that are none, and a value would be stored that nobody typed.
    package static func argument(at position: Int) -> String? {
        guard let argument = unsafe CommandLine.unsafeArgv[position] else { return nil }
        return unsafe String(validatingCString: argument)
    }

    /// The value of an environment variable, getenv(3); nil where it is not set, or is no UTF-8.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(validatingCString: value)
    }

    /// The path of the program that the process runs, proc(5); nil where the system does not tell.
    ///
    /// It is the real program, whatever link or name it was started by: `UserDefaults.standard` names its file after it.
    static var executablePath: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let path = buffer.baseAddress else { return nil }
            let length = unsafe readlink("/proc/self/exe", path, buffer.count)
            guard length > 0 else { return nil }
            return unsafe String(validating: buffer.prefix(length).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
