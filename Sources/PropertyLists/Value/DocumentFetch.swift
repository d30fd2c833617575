/// Bytes of a document that a search waits for.
package struct DocumentFetch {
    /// Which bytes of the document.
    package let range: Range<Int>
    /// Where the first of them goes in the memory of the search.
    package let place: Int
}
