import PropertyLists
import Synchronization
import Testing

/// The samples of PropertyListDocuments.md, verbatim.
@Suite("The samples of the article on property lists alone")
final class CodecSamples {
    private let shown = Mutex<[String]>([])

    private func show(_ text: String) { shown.withLock { $0.append(text) } }

    @Test("documents that are read, converted, and changed with their comments")
    func codecs() throws {
        let text = """
            <plist><dict><!-- mm -->
            <key>a</key><real>8</real>
            </dict></plist>
            """
        let document = Array(text.utf8)
        let value = try PropertyList(parsing: document.span)
        let width = try PropertyList(at: ["a"], parsing: document.span)
        #expect(width == .real(8))

        let format = PropertyListFormat(detecting: document.span)
        let binary = try value.serialized(as: .binary)
        let json = try value.json(.typed, pretty: true)
        #expect(format == .xml && binary.starts(with: Array("bplist00".utf8)) && json.contains("8.0"))

        let changed = String(decoding: try showing(value, in: document), as: UTF8.self)
        #expect(changed.contains("<!-- mm -->"))
        #expect(changed.contains("<key>visible</key>"))
    }

    @Test("values, and an error with its line")
    func values() {
        var settings: PropertyListDictionary = ["width": 8.5, "tabs": 2]
        settings["height"] = 11
        if case .real(let width)? = settings["width"] { show("\(width)") }
        #expect(settings.keys == ["width", "tabs", "height"])
        check(Array("<plist><dict>\n<key>a</key></dict></plist>".utf8))
        #expect(shown.withLock { $0.count == 2 && $0[0] == "8.5" && $0[1].hasPrefix("line 2: ") })
    }

    private func check(_ document: [UInt8]) {
        do {
            _ = try PropertyList(parsing: document.span)
        } catch {
            show("line \(error.position?.line ?? 0): \(error.problem)")
        }
    }

    private func showing(_ value: PropertyList, in document: [UInt8]) throws -> [UInt8] {
        guard case .dictionary(let old) = value else { return document }
        var new = old
        new["visible"] = true
        return try new.serialized(
            changing: document.span,
            replacing: old,
            as: .xml
        )
    }
}
