package import PreferenceSchemas
package import PreferenceStore
import Synchronization

/// A document with the schema of a suite, parsed as far as it is needed, and each part once.
package final class SchemaDocument: Sendable {
    package let path: String
    package let bytes: [UInt8]

    /// The whole schema, or why there is none, and the rules of some keys, each nil until it is parsed.
    ///
    /// Not a result: a look for the conformance of its error takes two percent of `prefs explain`.
    private let parsed = Mutex<(whole: PreferenceSchema?, problem: PreferenceSchemaError?, part: PreferenceSchema?)>(
        (nil, nil, nil)
    )

    package init(_ bytes: [UInt8], at path: String) {
        self.bytes = bytes
        self.path = path
    }

    /// Finds the schema that is installed for a suite; nil if there is none.
    ///
    /// - Throws: `system` if it cannot be read.
    package static func installed(
        for suite: SuiteName,
        in directories: SchemaDirectories
    ) throws(PreferenceStoreError) -> SchemaDocument? {
        for directory in directories.all {
            let path = SchemaDirectories.path(of: suite, in: directory)
            do throws(SystemError) {
                if let bytes = try PlainFile.readIfExists(path) { return SchemaDocument(bytes, at: path) }
            } catch {
                throw .system(.read, path: path, error)
            }
        }
        return nil
    }

    /// Returns the schema for all keys.
    package func schema() throws(PreferenceSchemaError) -> PreferenceSchema {
        try parsed.withLock { parsed throws(PreferenceSchemaError) in
            if let whole = parsed.whole { return whole }
            if let problem = parsed.problem { throw problem }
            do throws(PreferenceSchemaError) {
                let schema = try PreferenceSchema(parsing: bytes)
                parsed.whole = schema
                return schema
            } catch {
                parsed.problem = error
                throw error
            }
        }
    }

    /// Returns the schema for some keys, or for all if nil.
    ///
    /// - Parameter declaresOnly: whether the declarations of the keys are enough, without the other constraints on
    ///   their values.
    package func schema(
        of keys: [String]?,
        declaresOnly: Bool = false
    ) throws(PreferenceSchemaError) -> PreferenceSchema {
        guard let keys else { return try schema() }
        guard !declaresOnly else { return try PreferenceSchema(parsing: bytes, declarationsOf: keys) }
        let part = try PreferenceSchema(parsing: bytes, keys: keys)
        parsed.withLock { $0.part = part }
        return part
    }
}

// MARK: Secrets

extension SchemaDocument {
    /// The document by which everything is secret, as by any that cannot be parsed.
    static let everythingSecret = SchemaDocument([], at: "")

    /// Finds what the schema that is installed for a suite calls secret; everything, if it cannot be read.
    static func secrets(of suite: SuiteName, in directories: SchemaDirectories) -> SchemaDocument? {
        do {
            return try installed(for: suite, in: directories)
        } catch {
            return everythingSecret
        }
    }

    /// Whether the schema calls anything secret.
    var hasSecrets: Bool { secretRules.hasSecrets }

    /// Returns the schema that tells which values of a key are secret.
    ///
    /// A key that the parsed part does not name may be a former name.
    func secretRules(for key: String) -> PreferenceSchema {
        if let part = parsed.withLock({ $0.part }), part.names(key) { return part }
        return secretRules
    }

    private var secretRules: PreferenceSchema { (try? schema()) ?? .everythingSecret }
}
