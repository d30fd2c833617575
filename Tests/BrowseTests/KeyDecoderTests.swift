import TestSupport
import Testing

@testable import Browse

@Suite("Bytes of a terminal as keys")
struct KeyDecoderTests {
    /// Returns the events of a whole input, with a flush at its end.
    private static func events(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var decoder = KeyDecoder()
        let events = decoder.decode(bytes)
        return events + decoder.flush()
    }

    private static func keys(_ keys: Key...) -> [TerminalInput] {
        keys.map { .key($0) }
    }

    private static func typed(_ text: String) -> [TerminalInput] {
        text.unicodeScalars.map { .key(.character(Character($0))) }
    }

    /// Compares events; `#expect` cannot, because it takes no call that changes the decoder.
    private func expect(
        _ events: [TerminalInput],
        _ expected: [TerminalInput],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(events == expected, sourceLocation: sourceLocation)
    }

    /// Inputs with their events.
    static let inputs: [(text: String, events: [TerminalInput])] = [
        ("", []), ("aZ 0~", typed("aZ 0~")), ("é日👋", typed("é日👋")), ("e\u{301}", typed("e\u{301}")),
        ("\r\n", keys(.enter, .enter)), ("\t", keys(.tab)), ("\u{7F}\u{8}", keys(.backspace, .backspace)),
        ("\u{1}\u{1A}\0", keys(.control("a"), .control("z"), .control("@"))),
        ("\u{1C}\u{1F}", keys(.control("\\"), .control("_"))), ("\u{85}\u{9B}A", typed("A")),
        // The keys that move, in the forms of different terminals.
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", keys(.up, .down, .right, .left)),
        ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", keys(.up, .down, .right, .left)),
        ("\u{1B}[1;5C\u{1B}[1;2A\u{1B}O1;5D\u{1B}[;3B", keys(.right, .up, .left, .down)),
        ("\u{1B}[H\u{1B}[1~\u{1B}[7~\u{1B}OH\u{1B}[1;5H", keys(.home, .home, .home, .home, .home)),
        ("\u{1B}[F\u{1B}[4~\u{1B}[8~\u{1B}OF\u{1B}[1;5F", keys(.end, .end, .end, .end, .end)),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[5;5~\u{1B}[3;2~", keys(.pageUp, .pageDown, .delete, .pageUp, .delete)),
        ("\u{1B}[Z\u{1B}[1;2Z\u{1B}OM", keys(.backTab, .backTab, .enter)),
        // A lone ESC, and ESC before other bytes.
        ("\u{1B}", keys(.escape)), ("\u{1B}\u{1B}", keys(.escape, .escape)), ("\u{1B}\u{1B}[A", keys(.escape, .up)),
        ("\u{1B}qa", typed("a")), ("\u{1B}éa", typed("a")), ("\u{1B}\ra\u{1B}\u{7F}", typed("a")),
        // Unknown sequences.
        ("\u{1B}[2~\u{1B}[15~\u{1B}OPa", typed("a")), ("\u{1B}[Ia\u{1B}[12;40Rb\u{1B}[?62;4cc", typed("abc")),
        ("\u{1B}[[Aa\u{1B}[27;5;9~b\u{1B}[97;5uc\u{1B}[~d", typed("abcd")), ("\u{1B}[1;5$ya", typed("a")),
        ("\u{1B}]11;rgb:0000/0000/0000\u{7}a\u{1B}]11;x\u{1B}\\b\u{1B}P1$r0m\u{1B}\\c", typed("abc")),
        ("\u{1B}[99999999999999999999~a", typed("a")), ("\u{1B}[201~a", typed("a")),
        ("\u{1B}[" + String(repeating: "1;", count: 5000) + "Aa", typed("a")),
        // A sequence that another byte interrupts.
        ("\u{1B}[1\u{1B}[A", keys(.up)), ("\u{1B}[1\ra", keys(.enter) + typed("a")),
        ("\u{1B}[1é", typed("é")), ("\u{1B}]1\u{1B}[A", keys(.up)), ("\u{1B}]1\r", keys(.enter)),
        // The mouse.
        ("\u{1B}[<0;1;1M\u{1B}[<0;80;24m", [.mouse(MouseEvent(kind: .press, row: 0, column: 0))]),
        (
            "\u{1B}[<64;10;5M\u{1B}[<65;300;200M",
            [
                .mouse(MouseEvent(kind: .wheelUp, row: 4, column: 9)),
                .mouse(MouseEvent(kind: .wheelDown, row: 199, column: 299)),
            ]
        ),
        ("\u{1B}[<1;1;1M\u{1B}[<35;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<0;1;?1Ma", typed("a")),
        ("\u{1B}[<0;99999999999999999999;1Ma\u{1B}[<Mb\u{1B}[<0;1;1Ac", typed("abc")),
        ("\u{1B}[M #$a\u{1B}[M \ra", typed("a") + keys(.enter) + typed("a")),
        // Pastes.
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        ("\u{1B}[200~a\r\n\té\u{1B}[A\u{3}\u{1B}[201~b", [.paste("a\r\n\té\u{1B}[A\u{3}")] + typed("b")),
        ("\u{1B}[200~\u{1B}\u{1B}[20\u{1B}[201\u{1B}[201~", [.paste("\u{1B}\u{1B}[20\u{1B}[201")]),
        ("\u{1B}[200~\u{1B}[200~x\u{1B}[201~", [.paste("\u{1B}[200~x")]),
    ]

    @Test("each input gives its events", arguments: inputs.map(Sample.init))
    func whole(sample: Sample<(text: String, events: [TerminalInput])>) {
        let input = sample.value
        #expect(Self.events(input.text.utf8) == input.events, "\(input.text.debugDescription)")
    }

    @Test("an input gives the same events wherever it is split", arguments: inputs.map(Sample.init))
    func split(sample: Sample<(text: String, events: [TerminalInput])>) {
        let input = sample.value
        let bytes = Array(input.text.utf8)
        for position in bytes.indices.prefix(200) {
            var decoder = KeyDecoder()
            var events = decoder.decode(bytes[..<position])
            events += decoder.decode(bytes[position...])
            events += decoder.flush()
            #expect(events == input.events, "\(input.text.debugDescription) at \(position)")
        }
        var decoder = KeyDecoder()
        var events = bytes.flatMap { decoder.decode([$0]) }
        events += decoder.flush()
        #expect(events == input.events, "\(input.text.debugDescription), a byte at a time")
    }

    @Test(
        "bytes that are not UTF-8 are ignored",
        arguments: [
            [0x80], [0xBF, 0xC0], [0xC1, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF, 0xFE], [0xE0, 0x80, 0x80],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE6, 0x97], [0xF0, 0x9F, 0x91],
        ] as [[UInt8]]
    )
    func invalid(bytes: [UInt8]) {
        #expect(Self.events(bytes) == [])
        #expect(Self.events(bytes + [0x61]) == Self.typed("a"))
        #expect(Self.events(bytes + "\u{1B}[A".utf8) == Self.keys(.up))
        #expect(Self.events(bytes + "é".utf8) == Self.typed("é"))
    }

    // MARK: Unfinished sequences

    @Test(
        "an unfinished sequence is pending until the flush, which drops it unless it is a lone ESC",
        arguments: [
            ("\u{1B}", [.key(.escape)]), ("\u{1B}[", []), ("\u{1B}O", []), ("\u{1B}[1;5", []), ("\u{1B}[<0;1", []),
            ("\u{1B}]11;", []), ("\u{1B}]11;\u{1B}", []), ("\u{1B}[[", []), ("\u{1B}[M ", []),
        ] as [(String, [TerminalInput])]
    )
    func pending(text: String, flushed: [TerminalInput]) {
        var decoder = KeyDecoder()
        #expect(!decoder.isPending)
        expect(decoder.decode(text.utf8), [])
        #expect(decoder.isPending)
        expect(decoder.flush(), flushed)
        #expect(!decoder.isPending)
        expect(decoder.flush(), [])
        expect(decoder.decode("[A".utf8), Self.typed("[A"))
    }

    @Test("an unfinished UTF-8 character is pending until the flush, which drops it")
    func pendingCharacter() {
        var decoder = KeyDecoder()
        expect(decoder.decode([0xE6, 0x97]), [])
        #expect(decoder.isPending)
        expect(decoder.flush(), [])
        expect(decoder.decode([0xA5, 0x61]), Self.typed("a"))
        expect(decoder.decode([0xE6, 0x97]), [])
        expect(decoder.decode([0xA5]), Self.typed("日"))
    }

    // MARK: Pastes

    @Test("a flush does not end a paste, which a slow connection can interrupt")
    func slowPaste() {
        var decoder = KeyDecoder()
        expect(decoder.decode("\u{1B}[200~a\u{1B}[20".utf8), [])
        #expect(!decoder.isPending)
        expect(decoder.flush(), [])
        expect(decoder.decode("1~b".utf8), [.paste("a")] + Self.typed("b"))
    }

    @Test("invalid UTF-8 in a paste becomes the replacement character")
    func repairedPaste() {
        let bytes = Array("\u{1B}[200~a".utf8) + [0xFF, 0x62, 0xC3] + "\u{1B}[201~".utf8
        #expect(Self.events(bytes) == [.paste("a\u{FFFD}b\u{FFFD}")])
    }

    @Test("a paste keeps a limited number of bytes, without a part of a character", arguments: ["é", "日", "👋"])
    func longPaste(letter: String) {
        let limit = KeyDecoder.pasteLimit
        let text = String(repeating: letter, count: limit / letter.utf8.count + 5)
        for prefix in ["", "a", "ab", "abc"] {
            let events = Self.events(Array("\u{1B}[200~\(prefix)\(text)\u{1B}[201~b".utf8))
            #expect(events.count == 2 && events.last == Self.typed("b").first)
            guard case .paste(let pasted)? = events.first else {
                Issue.record("no paste")
                continue
            }
            #expect((prefix + text).hasPrefix(pasted))
            #expect((limit - letter.utf8.count + 1...limit).contains(pasted.utf8.count), "\(pasted.utf8.count)")
        }
    }

    // MARK: Random bytes

    @Test("random bytes give the same events in whatever pieces they arrive")
    func random() {
        var generator = SeededGenerator.printingSeed()
        let pieces = Self.inputs.map { Array($0.text.utf8) }.filter { $0.count < 100 }
        for _ in 0..<3000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes += (pieces.randomElement(using: &generator) ?? []).damaged(using: &generator)
                bytes += (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    UInt8.random(in: .min ... .max, using: &generator)
                }
            }
            var decoder = KeyDecoder()
            var events: [TerminalInput] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &generator)
                events += decoder.decode(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            events += decoder.flush()
            #expect(events == Self.events(bytes), "\(bytes)")
        }
    }
}
