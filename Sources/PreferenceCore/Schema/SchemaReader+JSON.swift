import PropertyLists

// What the cursor does, with its problems as those of a schema.

extension SchemaReader {
    mutating func nextKind() throws(Problem) -> JSONCursor.Kind {
        try reading { cursor throws(PropertyListProblem) in try cursor.kind() }
    }

    mutating func beginObject() throws(Problem) {
        try reading { cursor throws(PropertyListProblem) in try cursor.beginObject() }
    }

    mutating func nextKey(among keys: [String]? = nil) throws(Problem) -> String? {
        try reading { cursor throws(PropertyListProblem) in try cursor.nextKey(among: keys) }
    }

    mutating func beginArray() throws(Problem) {
        try reading { cursor throws(PropertyListProblem) in try cursor.beginArray() }
    }

    mutating func nextElement() throws(Problem) -> Bool {
        try reading { cursor throws(PropertyListProblem) in try cursor.nextElement() }
    }

    mutating func readString() throws(Problem) -> String {
        try reading { cursor throws(PropertyListProblem) in try cursor.readString() }
    }

    mutating func readBoolean() throws(Problem) -> Bool {
        try reading { cursor throws(PropertyListProblem) in try cursor.readBoolean() }
    }

    mutating func readValue() throws(Problem) -> PropertyList {
        try reading { cursor throws(PropertyListProblem) in try cursor.readValue() }
    }

    mutating func checkValue() throws(Problem) {
        try reading { cursor throws(PropertyListProblem) in try cursor.checkValue() }
    }

    mutating func skipValue() throws(Problem) {
        try reading { cursor throws(PropertyListProblem) in try cursor.skipValue() }
    }

    mutating func readEnd() throws(Problem) {
        try reading { cursor throws(PropertyListProblem) in try cursor.end() }
    }

    private mutating func reading<Value>(
        _ read: (inout JSONCursor) throws(PropertyListProblem) -> Value
    ) throws(Problem) -> Value {
        do throws(PropertyListProblem) {
            return try read(&cursor)
        } catch {
            throw .malformed(error)
        }
    }
}
