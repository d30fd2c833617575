import Foundation
import PropertyLists

/// A keyed archive that `NSKeyedUnarchiver` can be trusted with, since it stops the process at many a damaged one.
///
/// Its property list is read here, and written anew. Its references lead to objects and never in a circle; each class
/// has secure coding.
struct KeyedArchive {
    /// The archive, in the binary format.
    let data: Data

    /// The archive in some bytes; nil where they are none, or one that is damaged.
    init?(_ archive: Data) {
        let bytes = Array(archive)
        guard case .dictionary(let root)? = try? PropertyList(parsing: bytes.span),
            case .dictionary(let top)? = root["$top"],
            case .array(let objects)? = root["$objects"]
        else { return nil }
        var graph = KeyedArchiveGraph(objects: objects)
        guard graph.isSound(.dictionary(top)),
            let written = try? PropertyList.dictionary(root).serialized(as: .binary)
        else { return nil }
        data = Data(written)
    }
}
