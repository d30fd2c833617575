/// A tag of an XML property list, its attributes left out.
struct XMLTag {
    enum Form {
        /// `<key>`
        case start
        /// `<key/>`
        case empty
        /// `</key>`
        case end
    }

    let element: XMLElement
    let form: Form

    /// The tag as messages show it.
    var spelling: String {
        switch form {
        case .start: "<\(element.name)>"
        case .empty: "<\(element.name)/>"
        case .end: "</\(element.name)>"
        }
    }
}
