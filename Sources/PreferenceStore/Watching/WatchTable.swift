import PropertyLists

/// The paths that each watch serves.
///
/// Paths that lead through the same folder or to the same file share a watch.
struct WatchTable {
    private var paths: [Int32: [[UInt8]: Set<ByteKey>]] = [:]

    /// The paths that an event may concern; none where its watch has been ended.
    func paths(at point: WatchPoint) -> Set<ByteKey> {
        let names = paths[point.watch] ?? [:]
        return point.name.isEmpty ? names.values.reduce([]) { $0.union($1) } : names[point.name] ?? []
    }

    /// Has the events at some points concern a path.
    mutating func add(_ path: ByteKey, at points: Set<WatchPoint>) {
        for point in points {
            paths[point.watch, default: [:]][point.name, default: []].insert(path)
        }
    }

    /// Has the events at some points concern a path no longer.
    ///
    /// - Returns: the watches that serve no path now.
    mutating func remove(_ path: ByteKey, at points: Set<WatchPoint>) -> [Int32] {
        var unused: [Int32] = []
        for point in points {
            paths[point.watch]?[point.name]?.remove(path)
            if paths[point.watch]?[point.name]?.isEmpty == true {
                paths[point.watch]?[point.name] = nil
            }
            if paths[point.watch]?.isEmpty == true {
                paths[point.watch] = nil
                unused.append(point.watch)
            }
        }
        return unused
    }
}
