import PreferenceStore
import PropertyLists

/// Writes the schema of a program's preferences, as the words of a command line ask.
struct SchemaExport {
    /// What messages call the program.
    let program: String
    /// The schema, made when it is needed.
    let schema: () throws(PreferenceSchemaError) -> PreferenceSchema
    var writeOutput: ([UInt8]) throws(SystemError) -> Void = StandardStream.output.write
    var writeError: ([UInt8]) -> Void = { try? StandardStream.error.write($0) }

    /// Does what the words ask.
    ///
    /// - Parameter arguments: the words after the program's own; nil where one is no UTF-8.
    /// - Returns: the code to exit with.
    func run(_ arguments: [String]?) -> Int32 {
        do throws(SchemaExportFailure) {
            try answer(SchemaExportRequest(arguments))
            return 0
        } catch {
            writeError(Array("\(program): \(error.message)\n".utf8))
            return error.exitCode
        }
    }

    private func answer(_ request: SchemaExportRequest) throws(SchemaExportFailure) {
        switch request {
        case .help:
            try print(Array(SchemaExportRequest.usage(of: program).utf8))
        case .print, .write(path: "-"):
            try print(try document())
        case .write(let path):
            let document = try document()
            try rethrowing(as: SchemaExportFailure.unwritable) { () throws(PreferenceStoreError) in
                // What a schema says is no secret: it is installed, and kept with the sources.
                try AtomicFile(path: path).write(document.span, access: .readableByAll)
            }
        case .check(let path):
            guard try document() == contents(of: path) else { throw .differs(path: path) }
        }
    }

    private func document() throws(SchemaExportFailure) -> [UInt8] {
        try rethrowing(as: SchemaExportFailure.invalid) { () throws(PreferenceSchemaError) in
            Array(try schema().json().utf8)
        }
    }

    private func contents(of path: String) throws(SchemaExportFailure) -> [UInt8] {
        do throws(SystemError) {
            return try PlainFile.read(path)
        } catch {
            throw error == .noSuchFile ? .missing(path: path) : .unreadable(path: path, error)
        }
    }

    private func print(_ bytes: [UInt8]) throws(SchemaExportFailure) {
        try rethrowing(as: SchemaExportFailure.output) { () throws(SystemError) in try writeOutput(bytes) }
    }
}
