extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element fulfils a condition that all later elements fulfil too; the end if there
    /// is none.
    @inlinable
    package func partitioningIndex<Failure: Error>(
        where condition: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = try condition(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
