import CLinux
import Glibc

extension CallingProcess {
    /// The number of words on the command line, the program's own among them.
    package static var argumentCount: Int {
        Int(processArgumentCount())
    }

    /// A word of the command line, the program's own being 0; nil where it is no UTF-8.
    ///
    /// `CommandLine.arguments` would put U+FFFD for bytes that are none, and a value would be stored that nobody typed.
    package static func argument(at position: Int) -> String? {
        precondition(0..<argumentCount ~= position, "a word past the end of the command line")
        guard let argument = unsafe processArgument(Int32(position)) else { return nil }
        return unsafe String(validatingCString: argument)
    }

    /// The words of the command line after the program's own; nil where one of them is no UTF-8.
    package static var arguments: [String]? {
        let words = (0..<argumentCount).dropFirst().map(argument)
        let known = words.compactMap(\.self)
        return known.count == words.count ? known : nil
    }

    /// The value of an environment variable, getenv(3).
    package static func variable(_ name: String) -> EnvironmentValue {
        unsafe EnvironmentValue(getenv(name))
    }
}
