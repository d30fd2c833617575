/// Steps over what nearly all of an XML property list consists of: white space, tags without attributes, and text without
/// other markup than the references that XML predefines.
///
/// The last ``blockLength`` bytes of a document are none of that: there, every byte that is loaded would have to be
/// checked for being there.
extension ByteView {
    /// Where the white space ends that starts at an offset, if there is any.
    @inline(always)
    func endOfWhiteSpace(from start: Int) -> Int {
        guard holdsBlock(at: start) else { return endOfAnyWhiteSpace(from: start) }
        // A line feed and tabs, as most documents are indented.
        let others = unsafe uncheckedWord(at: start) ^ 0x0909_0909_0909_090A
        let end = start &+ others.trailingZeroBitCount / 8
        return unsafe UInt8(truncatingIfNeeded: uncheckedWord(at: end)) == UInt8(ascii: "<")
            ? end : endOfAnyWhiteSpace(from: start)
    }

    private func endOfAnyWhiteSpace(from start: Int) -> Int {
        var end = start
        while end < count, self[end].isWhiteSpace {
            end += 1
        }
        return end
    }

    /// The eight bytes behind a `<` at an offset, the first of them lowest; nil where none is there.
    @inline(always)
    func bytesOfTag(at offset: Int) -> UInt64? {
        guard holdsBlock(at: offset) else { return nil }
        let isTag = unsafe UInt8(truncatingIfNeeded: uncheckedWord(at: offset)) == UInt8(ascii: "<")
        return isTag ? unsafe uncheckedWord(at: offset &+ 1) : nil
    }

    /// Where the first `<` or `&` stands at an offset or after it; nil where none does before the last block.
    ///
    /// The place is at most 15 bytes into a block that is there, so that what follows it can be loaded without a check.
    @inline(always)
    func offsetOfMarkup(from start: Int) -> Int? {
        var offset = start
        while holdsBlock(at: offset) {
            let words = unsafe uncheckedWords(at: offset)
            let places = words.places(of: UInt8(ascii: "<")) | words.places(of: UInt8(ascii: "&"))
            if places[0] != 0 {
                return offset &+ places[0].trailingZeroBitCount / 8
            }
            if places[1] != 0 {
                return offset &+ 8 &+ places[1].trailingZeroBitCount / 8
            }
            offset &+= 16
        }
        return nil
    }

    /// The text of an element from an offset to its end tag; nil where it has other markup than predefined references, or
    /// another end tag.
    ///
    /// - Parameter element: one whose name has at most six letters.
    @inline(always)
    func plainText(of element: XMLElement, from start: Int) -> XMLText? {
        var offset = start
        var hasReference = false
        while let place = offsetOfMarkup(from: offset) {
            let markup = unsafe uncheckedWord(at: place)
            if UInt8(truncatingIfNeeded: markup) == UInt8(ascii: "<") {
                guard unsafe uncheckedWord(at: place &+ 1).starts(with: XMLTag.end(of: element)) else { return nil }
                return XMLText(range: start..<place, hasMarkup: hasReference)
            }
            guard let entity = XMLEntity(reference: markup) else { return nil }
            hasReference = true
            offset = place &+ entity.referenceLength
        }
        return nil
    }

    /// The text of any element from an offset to its end tag; nil where another tag or markup comes first.
    ///
    /// References in it are not looked at.
    @inline(always)
    func simpleText(of element: XMLElement, from start: Int) -> Range<Int>? {
        guard let end = nearOffset(of: UInt8(ascii: "<"), from: start), holdsEndTag(of: element, at: end) else {
            return nil
        }
        return start..<end
    }

    /// Whether a `<` is that of an element's end tag, spelled without white space.
    @inline(always)
    func holdsEndTag(of element: XMLElement, at start: Int) -> Bool {
        let length = element.nameLength
        return count - start > length + 8
            && word(at: start + 1).lowBytes(length + 1) == element.rawValue << 8 | UInt64(UInt8(ascii: "/"))
            && self[start + length + 2] == UInt8(ascii: ">")
    }
}
