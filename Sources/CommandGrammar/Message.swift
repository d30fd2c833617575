/// A message on standard error, of an error or a note: a line, and perhaps a line with a hint.
///
/// A note is printed beside the result of a command. A function in an extension makes it, beside the code that needs
/// it.
package struct Message: ExpressibleByStringInterpolation, Equatable {
    package let text: String
    package let hint: String?

    package init(_ text: String, hint: String? = nil) {
        self.text = text
        self.hint = hint
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// Returns the lines after a label such as `prefs`, each with a line break.
    ///
    /// Control characters are escaped, so that a file or an argument can neither break a line nor control a terminal.
    package func lines(labelled label: String, withHint: Bool = true) -> [UInt8] {
        let hint = withHint ? self.hint : nil
        let lines = ["\(label): \(text)"] + (hint.map { ["hint: \($0)"] } ?? [])
        return lines.flatMap { Array("\($0.escapingControlCharacters)\n".utf8) }
    }
}
