/// A way to write a property list as bytes.
public enum PropertyListFormat: String, Sendable, CaseIterable {
    /// Apple's XML property list 1.0, the format of a new suite file.
    case xml
    /// Apple's binary property list, `bplist00`.
    case binary
    /// JSON, with every kind of a property list in a form that reads back the same.
    case json
    /// OpenStep text, with GNUstep's typed values for the kinds that it does not have itself.
    case openStep = "openstep"
}
