import PreferenceCore
import PreferenceStore
import PropertyLists

/// A document with keys that a suite must have.
struct Seed {
    let contents: PropertyListDictionary
    let document: NamedDocument

    init(_ document: NamedDocument) throws(CommandError) {
        contents = try document.seed
        self.document = document
    }
}

/// A suite, and the seeds to apply to it, in order.
struct SeededSuite {
    let selection: Selection
    var seeds: [Seed]
    /// The schema that tells which values are secret; without `--no-schema` also the one that checks the change.
    var secrets: SuiteSchema?

    /// Returns the suite with a further seed, whose values are secret.
    ///
    /// - Throws: The first value of the other seeds that the schema calls secret.
    func adding(secrets seed: Seed) throws(CommandError) -> SeededSuite {
        var suite = self
        var schema: SuiteSchema
        if let secrets {
            for seed in seeds {
                if let entry = seed.contents.first(where: { secrets.hasSecret(in: $0.value, of: $0.key) }) {
                    throw .secretInSeed(entry.key).located(at: [entry.key], in: seed.document)
                }
            }
            schema = secrets
        } else {
            schema = try SuiteSchema(Array("{}".utf8), at: seed.document.path, keys: nil)
        }
        let names = seed.contents.keys.flatMap { [$0] + schema.formerNames(of: $0) }
        schema.secretKeys = Set(names.map { ByteKey($0) })
        suite.secrets = schema
        suite.seeds.append(seed)
        return suite
    }
}

extension CommandContext {
    /// Reads a seed of secrets; an error in it quotes no value.
    func secretSeed(at path: String) throws(CommandError) -> Seed {
        do throws(CommandError) {
            return try Seed(document(path))
        } catch .preferences(.store(.corrupt(let path, let error))) where error.problem.quotesValues {
            throw .secretsMalformed(path: path, error.position)
        } catch .standardInputMalformed(let error) where error.problem.quotesValues {
            throw .secretsMalformed(path: "-", error.position)
        }
    }
}

extension PropertyListProblem {
    /// Whether the message quotes text that can be a part of a value.
    fileprivate var quotesValues: Bool {
        switch self {
        case .unexpected, .invalidValue, .integerOutOfRange, .dateOutOfRange, .realOutOfRange, .unknownElement,
            .mismatchedTag, .unknownEntity:
            true
        default: false
        }
    }
}
