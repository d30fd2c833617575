/// What is odd about a suite file that could be used all the same.
public enum SuiteWarning: Hashable, Sendable {
    /// The file has no bytes, as a program leaves it that died in its write; it was taken for an empty suite.
    case emptyFile(path: String)
    /// The file was corrupt and has been replaced; its bytes are kept at the second path.
    case corruptFileKept(path: String, at: String)
    /// Another program, which takes no lock, has written what it had read before the last changes of these keys: the file
    /// holds their old values. The next change of the suite puts them back.
    case changesTakenBack(path: String, keys: [String])
    /// The same had happened, and this change has put them back.
    case changesPutBack(path: String, keys: [String])
    /// Another program wrote the file while it was replaced, in a way that could not be merged, perhaps without an end;
    /// what it left is kept at the second path.
    case foreignWriteKept(path: String, at: String)
}
