/// What a user does at a terminal.
enum TerminalInput: Hashable {
    case key(Key)
    /// A pasted text, with its line breaks and control characters.
    case paste(String)
    case mouse(MouseEvent)
}

/// A key, without the modifiers of the keys that move the cursor.
enum Key: Hashable {
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// A key pressed with Ctrl: a lower-case letter, or one of `@ \ ] ^ _`.
    case control(Character)
}

/// A click, or a turn of the wheel, in a cell of the screen; both coordinates start at 0.
struct MouseEvent: Hashable {
    enum Kind: Hashable {
        case press, wheelUp, wheelDown
    }

    let kind: Kind
    let row: Int
    let column: Int
}

/// A decoder of the bytes that a terminal sends.
///
/// A sequence can arrive in any number of pieces. The decoder accepts all bytes, since a terminal can also send a file
/// that is not text, and it ignores what it does not know.
///
/// Only time tells the key Escape from the start of a sequence. Call ``flush()`` if nothing arrives for a while and
/// ``isPending`` is true.
struct KeyDecoder {
    private enum State: Equatable {
        case ground
        /// Within a UTF-8 character of this many bytes.
        case character(count: Int)
        case escape
        /// After `ESC [` and after `ESC O`, which begin the sequences of keys.
        case control, singleShift
        /// After `ESC [ [`, with which the Linux console begins F1 to F5.
        case consoleKey
        /// Within a mouse report in the old encoding, with this many bytes left.
        case oldMouse(left: Int)
        /// Within an answer of the terminal, such as its background colour, and at a possible end of one.
        case answer, answerEnd
        case paste
    }

    private var state = State.ground
    /// Whether the key Alt is held for the unfinished UTF-8 character.
    private var isAlternate = false
    /// The unfinished character, the parameters of the sequence, or the pasted text.
    private var kept: [UInt8] = []

    /// The most bytes that a paste keeps; the rest is dropped, so that memory stays bounded.
    static let pasteLimit = 1 << 20

    /// More parameters than any known sequence has.
    private static let parameterLimit = 64
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let escapeByte: UInt8 = 0x1B

    /// Whether an unfinished sequence, such as a lone ESC, awaits more bytes or ``flush()``.
    ///
    /// A paste never does: a slow connection can pause in the middle of it.
    var isPending: Bool { state != .ground && state != .paste }

    /// Returns the events that the bytes complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var events: [TerminalInput] = []
        for byte in bytes {
            decode(byte, into: &events)
        }
        return events
    }

    /// Ends an unfinished sequence: a lone ESC is the key Escape, and anything else is dropped.
    mutating func flush() -> [TerminalInput] {
        guard isPending else { return [] }
        defer { reset() }
        return state == .escape ? [.key(.escape)] : []
    }

    private mutating func reset(to next: State = .ground) {
        state = next
        isAlternate = false
        kept = []
    }

    private mutating func decode(_ byte: UInt8, into events: inout [TerminalInput]) {
        switch state {
        case .ground: decodeFirst(byte, into: &events)
        case .character(let count): decodeCharacter(byte, of: count, into: &events)
        case .escape: decodeEscaped(byte, into: &events)
        case .control, .singleShift: decodeSequence(byte, into: &events)
        case .paste: decodePaste(byte, into: &events)
        case .consoleKey, .oldMouse:
            guard byte >= 0x20 else { return restart(with: byte, into: &events) }
            if case .oldMouse(let left) = state, left > 1 { state = .oldMouse(left: left - 1) } else { reset() }
        case .answer:
            switch byte {
            case Self.escapeByte: state = .answerEnd
            case 0x07: reset()
            case ..<0x20: restart(with: byte, into: &events)
            default: break
            }
        case .answerEnd:
            reset(to: byte == UInt8(ascii: "\\") ? .ground : .escape)
            if state == .escape { decode(byte, into: &events) }
        }
    }

    /// Drops an unfinished sequence at a byte that cannot belong to it, and decodes this byte on its own.
    private mutating func restart(with byte: UInt8, into events: inout [TerminalInput]) {
        reset()
        decode(byte, into: &events)
    }
}

// MARK: - Characters

extension KeyDecoder {
    /// Decodes a byte outside any sequence.
    private mutating func decodeFirst(_ byte: UInt8, into events: inout [TerminalInput]) {
        switch byte {
        case Self.escapeByte: reset(to: .escape)
        case 0x08, 0x7F: events.append(.key(.backspace))
        case 0x09: events.append(.key(.tab))
        case 0x0A, 0x0D: events.append(.key(.enter))
        case ..<0x20: events.append(.key(.control(Character(Unicode.Scalar(byte | 0x40).lowered))))
        case ..<0x80: events.append(.key(.character(Character(Unicode.Scalar(byte)))))
        default: beginCharacter(byte)
        }
    }

    private mutating func beginCharacter(_ byte: UInt8) {
        switch byte {
        case 0xC2...0xDF: state = .character(count: 2)
        case 0xE0...0xEF: state = .character(count: 3)
        case 0xF0...0xF4: state = .character(count: 4)
        // No character begins with any other byte.
        default: return reset()
        }
        kept = [byte]
    }

    private mutating func decodeCharacter(_ byte: UInt8, of count: Int, into events: inout [TerminalInput]) {
        guard byte & 0xC0 == 0x80 else { return restart(with: byte, into: &events) }
        kept.append(byte)
        guard kept.count == count else { return }
        let scalar = String(validating: kept, as: UTF8.self)?.unicodeScalars.first
        // The control characters of C1 are no keys: no program but a terminal expects them.
        if let scalar, scalar.value >= 0xA0, !isAlternate {
            events.append(.key(.character(Character(scalar))))
        }
        reset()
    }

    /// Decodes the byte after ESC: a key pressed with Alt, unless it begins a sequence.
    private mutating func decodeEscaped(_ byte: UInt8, into events: inout [TerminalInput]) {
        switch byte {
        case Self.escapeByte: events.append(.key(.escape))
        case UInt8(ascii: "["): reset(to: .control)
        case UInt8(ascii: "O"): reset(to: .singleShift)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            reset(to: .answer)
        case 0x80...:
            isAlternate = true
            beginCharacter(byte)
        // Keys with Alt are ignored: as Escape and a letter, they would discard an edit and then change something.
        default: reset()
        }
    }
}

extension Unicode.Scalar {
    fileprivate var lowered: Unicode.Scalar { ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
}

// MARK: - Sequences

extension KeyDecoder {
    /// Decodes a byte after `ESC [` or `ESC O`.
    private mutating func decodeSequence(_ byte: UInt8, into events: inout [TerminalInput]) {
        switch byte {
        case 0x20..<0x40:
            // A sequence that is too long stays too long, and is therefore unknown.
            if kept.count <= Self.parameterLimit { kept.append(byte) }
        case 0x40..<0x7F:
            guard state == .control, kept.isEmpty else { return endSequence(byte, into: &events) }
            switch byte {
            case UInt8(ascii: "["): reset(to: .consoleKey)
            case UInt8(ascii: "M"): reset(to: .oldMouse(left: 3))
            default: endSequence(byte, into: &events)
            }
        default: restart(with: byte, into: &events)
        }
    }

    /// Decodes a complete sequence by its last byte and its parameters.
    private mutating func endSequence(_ last: UInt8, into events: inout [TerminalInput]) {
        let isKnown = kept.count <= Self.parameterLimit
        let parameters = kept
        let isControl = state == .control
        reset()
        guard isKnown else { return }
        if isControl, parameters.first == UInt8(ascii: "<") {
            let numbers = Self.numbers(in: parameters.dropFirst())
            if last == UInt8(ascii: "M"), let event = numbers.flatMap(MouseEvent.init) { events.append(.mouse(event)) }
            return
        }
        guard let numbers = Self.numbers(in: parameters[...]) else { return }
        if isControl, last == UInt8(ascii: "~"), numbers == [200] {
            reset(to: .paste)
        } else if let key = Key(last: last, number: numbers.first ?? 0, isControl: isControl) {
            events.append(.key(key))
        }
    }

    /// Returns the numbers between semicolons, or nil if there is anything else; an absent number is 1.
    private static func numbers(in parameters: ArraySlice<UInt8>) -> [Int]? {
        guard !parameters.isEmpty else { return [] }
        var numbers: [Int] = []
        for field in parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard field.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
            guard let number = field.isEmpty ? 1 : Int(String(decoding: field, as: UTF8.self)) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private mutating func decodePaste(_ byte: UInt8, into events: inout [TerminalInput]) {
        kept.append(byte)
        // Of what is beyond the limit, only as much is kept as the end takes.
        if kept.count > Self.pasteLimit + Self.pasteEnd.count { kept.remove(at: Self.pasteLimit) }
        guard byte == Self.pasteEnd.last, kept.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] else { return }
        events.append(.paste(Self.text(ofPaste: kept.dropLast(Self.pasteEnd.count))))
        reset()
    }

    /// Returns a pasted text; invalid UTF-8 becomes U+FFFD, but a character that the limit cuts is dropped.
    private static func text(ofPaste bytes: ArraySlice<UInt8>) -> String {
        let tail = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }
        let last = bytes.suffix(tail.count + 1)
        let isCut = bytes.count == pasteLimit && String(validating: last, as: UTF8.self) == nil
        return String(decoding: isCut ? bytes.dropLast(last.count) : bytes, as: UTF8.self)
    }
}

extension Key {
    /// Returns the key of a sequence, or nil if it is none of those in `Key`.
    fileprivate init?(last: UInt8, number: Int, isControl: Bool) {
        switch (last, number) {
        case (UInt8(ascii: "A"), _): self = .up
        case (UInt8(ascii: "B"), _): self = .down
        case (UInt8(ascii: "C"), _): self = .right
        case (UInt8(ascii: "D"), _): self = .left
        case (UInt8(ascii: "F"), _): self = .end
        case (UInt8(ascii: "H"), _): self = .home
        case (UInt8(ascii: "M"), _) where !isControl: self = .enter
        case (UInt8(ascii: "Z"), _) where isControl: self = .backTab
        case (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): self = .home
        case (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): self = .end
        case (UInt8(ascii: "~"), 3): self = .delete
        case (UInt8(ascii: "~"), 5): self = .pageUp
        case (UInt8(ascii: "~"), 6): self = .pageDown
        default: return nil
        }
    }
}

extension MouseEvent {
    /// Returns the event of a button's number, a column and a row, which both start at 1, or nil for any other event.
    fileprivate init?(_ numbers: [Int]) {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        switch numbers[0] {
        case 0: kind = .press
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        default: return nil
        }
        column = numbers[1] - 1
        row = numbers[2] - 1
    }
}
