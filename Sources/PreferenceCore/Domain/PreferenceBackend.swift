public import PreferenceStore
public import PropertyLists
import Synchronization

/// The storage for suites of preferences.
public struct PreferenceBackend: Sendable {
    /// The kind of storage.
    enum Place {
        /// Files, or the reason why there is no directory for them.
        case directories(Result<PreferenceDirectories, PreferenceError>)
        case memory(MemorySuites)
    }

    let place: Place

    /// Creates suites in memory only, which are released with the last `Preferences` that uses them.
    ///
    /// ```swift
    /// let preferences = Preferences(.inMemory(["launchCount": 3]))
    /// ```
    ///
    /// Each call creates separate suites. They store the same values as an XML file: a date is rounded down to the
    /// second.
    ///
    /// - Parameter contents: the contents of the standard suite; all other suites are empty at first.
    public static func inMemory(_ contents: PropertyListDictionary = [:]) -> PreferenceBackend {
        PreferenceBackend(place: .memory(MemorySuites(standard: contents)))
    }

    /// Creates suites in memory only, from the values that ``Preferences/dictionaryRepresentation()-method`` returns.
    @_disfavoredOverload
    public static func inMemory(_ contents: [String: PropertyList]) -> PreferenceBackend {
        inMemory(PropertyListDictionary(contents))
    }

    /// Returns suites in the files of given directories; a write creates a directory that does not exist.
    public static func directories(_ directories: PreferenceDirectories) -> PreferenceBackend {
        PreferenceBackend(place: .directories(.success(directories)))
    }

    /// Returns suites in the files of one directory.
    ///
    /// System-wide preferences are read from its subdirectory `system`, managed ones from `managed`, and from nowhere
    /// else.
    ///
    /// - Parameter path: the directory, which the first write creates.
    public static func directory(_ path: String) -> PreferenceBackend {
        directories(PreferenceDirectories(user: path, system: path + "/system", managed: path + "/managed"))
    }

    /// The suites in the files that the environment of the process specifies now.
    static var ofProcess: PreferenceBackend {
        do throws(PreferenceStoreError) {
            return .directories(try .ofProcess())
        } catch {
            return PreferenceBackend(place: .directories(.failure(.store(error))))
        }
    }

    /// Returns the domain of a suite; nil for the standard suite.
    func domain(of suite: SuiteName?) -> PreferenceDomain {
        do throws(PreferenceError) {
            let name =
                if let suite {
                    suite
                } else {
                    try rethrowing(try SuiteName.ofProcess(), as: PreferenceError.store)
                }
            switch place {
            case .directories(let directories):
                return PreferenceDomains.domain(of: PreferenceLocation(of: name, in: try directories.get()))
            case .memory(let suites):
                return suites.domain(of: name)
            }
        } catch {
            return PreferenceDomain(.none(error))
        }
    }
}

final class MemorySuites: Sendable {
    /// The initial contents of the standard suite.
    private let standard: PropertyListDictionary
    private let directory = MemoryDirectory()
    private let domains = Mutex<[SuiteName: PreferenceDomain]>([:])

    init(standard: PropertyListDictionary) {
        self.standard = standard
    }

    func domain(of suite: SuiteName) -> PreferenceDomain {
        domains.withLock { domains in
            if let domain = domains[suite] {
                return domain
            }
            let contents = suite == (try? SuiteName.ofProcess()) ? standard : [:]
            let domain = PreferenceDomain(.memory(MemorySuite(contents, named: suite.rawValue, in: directory)))
            domains[suite] = domain
            return domain
        }
    }
}

/// The domains of this process, one for each list of files: all users of a suite see each other's writes at once.
enum PreferenceDomains {
    private struct WeakDomain {
        weak var domain: PreferenceDomain?
    }

    private static let domains = Mutex<[[String]: WeakDomain]>([:])

    static func domain(of location: PreferenceLocation) -> PreferenceDomain {
        let name = [location.file.path] + location.paths
        return domains.withLock { domains in
            if let domain = domains[name]?.domain {
                return domain
            }
            let domain = PreferenceDomain(.files(location))
            domains = domains.filter { $0.value.domain != nil }
            domains[name] = WeakDomain(domain: domain)
            return domain
        }
    }

    /// Returns the domains that read the file that a domain changes, that domain among them.
    static func sharingFile(with domain: PreferenceDomain) -> [PreferenceDomain] {
        guard case .files(let location) = domain.storage else { return [domain] }
        return domains(reading: [location.file.path])
    }

    static var all: [PreferenceDomain] {
        domains.withLock { $0.values.compactMap(\.domain) }
    }

    /// Returns the domains that read any of the given files.
    static func domains(reading paths: [String]) -> [PreferenceDomain] {
        domains.withLock { domains in
            domains.filter { $0.key.contains(where: paths.contains) }.compactMap(\.value.domain)
        }
    }
}
