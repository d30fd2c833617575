/// The way into a value, from the outermost container on: RFC 6901.
package struct JSONPointer: Hashable {
    /// The pointer as it is written.
    package let text: String
    /// The names of entries and the positions of elements, unescaped.
    package let tokens: [String]

    /// The pointer to the whole value.
    package static let whole = JSONPointer(text: "", tokens: [])

    private init(text: String, tokens: [String]) {
        self.text = text
        self.tokens = tokens
    }

    /// The pointer that consists of tokens.
    package init(tokens: [String]) {
        self.init(text: tokens.map { "/" + $0.escapedAsPointerToken }.joined(), tokens: tokens)
    }

    /// The pointer that a text spells; nil where it begins otherwise than with `/`, or has a `~` that escapes nothing.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        var tokens: [String] = []
        for part in parts.dropFirst() {
            guard let token = String(part)?.unescapedPointerToken else { return nil }
            tokens.append(token)
        }
        self.init(text: text, tokens: tokens)
    }

    /// The pointer to a part of the value.
    package func appending(_ token: String) -> JSONPointer {
        JSONPointer(text: text + "/" + token.escapedAsPointerToken, tokens: tokens + [token])
    }

    /// The pointer to the value that the first few tokens lead to.
    package func prefix(_ count: Int) -> JSONPointer {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).prefix(count + 1)
        let end = parts.last?.endIndex ?? text.startIndex
        return JSONPointer(text: String(text[..<end]), tokens: Array(tokens.prefix(count)))
    }
}

extension String {
    /// The token with `~0` for `~` and `~1` for `/`.
    fileprivate var escapedAsPointerToken: String {
        var token = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }

    /// The token with `/` for `~1` and `~` for `~0`; nil where another `~` stands in it.
    fileprivate var unescapedPointerToken: String? {
        var token = ""
        var scalars = unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "~" else {
                token.unicodeScalars.append(scalar)
                continue
            }
            switch scalars.next() {
            case "0": token += "~"
            case "1": token += "/"
            default: return nil
            }
        }
        return token
    }
}
