import PreferenceKit
import Testing

/// The samples of FileFormats.md, verbatim.
@Suite("The samples of the guide to file formats")
struct CodecSamples {
    @Test("documents that are read, and one that is changed and keeps its comment")
    func codecs() throws {
        let text = """
            <plist><dict><!-- mm -->
            <key>a</key><real>8</real>
            </dict></plist>
            """
        let document = Array(text.utf8)
        let value = try PropertyList(parsing: document.span)
        let width = try PropertyList(at: ["a"], parsing: document.span)
        let binary = try value.serialized(as: .binary)
        #expect(width == .real(8))
        #expect(binary.starts(with: Array("bplist00".utf8)))

        let changed = String(decoding: try showing(value, in: document), as: UTF8.self)
        #expect(changed.contains("<!-- mm -->"))
        #expect(changed.contains("<key>visible</key>"))
    }

    func showing(_ value: PropertyList, in document: [UInt8]) throws -> [UInt8] {
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
