public import PreferenceStore
import Synchronization

/// Where suites of preferences are kept.
public struct PreferenceBackend: Sendable {
    /// In what they are kept.
    enum Place {
        /// In files; why there is no directory for them otherwise.
        case directories(Result<PreferenceDirectories, PreferenceError>)
        case memory(MemorySuites)
    }

    let place: Place

    /// Suites that no file holds: they are empty at first, and gone with the last `Preferences` that has them.
    ///
    /// Each call makes suites of their own. They hold what an XML file would: a date is rounded down to the second.
    public static func inMemory() -> PreferenceBackend {
        PreferenceBackend(place: .memory(MemorySuites()))
    }

    /// Suites in the files of given directories, which need not exist: a write makes the one that it needs.
    public static func directories(_ directories: PreferenceDirectories) -> PreferenceBackend {
        PreferenceBackend(place: .directories(.success(directories)))
    }

    /// Suites in the files of one directory; those of the whole system are looked for in the directory `system` within
    /// it, and nowhere else.
    ///
    /// - Parameter path: the directory, which the first write makes.
    public static func directory(_ path: String) -> PreferenceBackend {
        directories(PreferenceDirectories(user: path, system: path + "/system"))
    }

    /// Suites in the files that the environment of the process leads to.
    ///
    /// It is asked each time, since a test may change it.
    static var ofProcess: PreferenceBackend {
        do throws(PreferenceStoreError) {
            return .directories(try .ofProcess())
        } catch {
            return PreferenceBackend(place: .directories(.failure(.store(error))))
        }
    }

    /// The domain of a suite; nil is the standard one.
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
    private let writers = RecursiveLock()
    private let domains = Mutex<[SuiteName: PreferenceDomain]>([:])

    func domain(of suite: SuiteName) -> PreferenceDomain {
        domains.withLock { domains in
            if let domain = domains[suite] {
                return domain
            }
            let domain = PreferenceDomain(.memory(MemorySuite(writers: writers)))
            domains[suite] = domain
            return domain
        }
    }
}
