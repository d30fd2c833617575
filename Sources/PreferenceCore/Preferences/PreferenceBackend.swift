public import PreferenceStore
import Synchronization

/// Where suites of preferences are kept.
public struct PreferenceBackend: Sendable {
    /// In what they are kept.
    enum Place {
        /// In files; why there is no folder for them otherwise.
        case folders(Result<PreferenceFolders, PreferenceError>)
        case memory(MemorySuites)
    }

    let place: Place

    /// Suites that no file holds: they are empty at first, and gone with the last `Preferences` that has them.
    ///
    /// Each call makes suites of their own. They hold what an XML file would: a date is rounded down to the second.
    public static func inMemory() -> PreferenceBackend {
        PreferenceBackend(place: .memory(MemorySuites()))
    }

    /// Suites in the files of given folders, which need not exist: a write makes the one that it needs.
    public static func folders(_ folders: PreferenceFolders) -> PreferenceBackend {
        PreferenceBackend(place: .folders(.success(folders)))
    }

    /// Suites in the files of one folder; those of the whole system are looked for in the folder `system` within it, and
    /// nowhere else.
    ///
    /// - Parameter path: the folder, which the first write makes.
    public static func directory(_ path: String) -> PreferenceBackend {
        folders(PreferenceFolders(user: path, system: path + "/system"))
    }

    /// Suites in the files that the environment of the process leads to.
    ///
    /// It is asked each time, since a test may change it.
    static var ofProcess: PreferenceBackend {
        do throws(PreferenceStoreError) {
            return .folders(try .ofProcess())
        } catch {
            return PreferenceBackend(place: .folders(.failure(.store(error))))
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
            case .folders(let folders):
                return PreferenceDomains.domain(of: PreferenceLocation(of: name, in: try folders.get()))
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
