import PreferenceStore
import Synchronization

/// The domains of this process, one for each list of files: what one user of a suite writes, all others read at once.
enum PreferenceDomains {
    private struct WeakDomain {
        weak var domain: PreferenceDomain?
    }

    private static let domains = Mutex<[[String]: WeakDomain]>([:])

    /// The domain of files.
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

    /// Reads a domain again that was just changed, and the others that look through the same file.
    static func refresh(_ changed: PreferenceDomain) {
        changed.refresh()
        guard case .files(let location) = changed.storage else { return }
        for domain in domains(reading: location.file.path) where domain !== changed {
            domain.refresh()
        }
    }

    /// Every domain that somebody uses.
    static var all: [PreferenceDomain] {
        domains.withLock { $0.values.compactMap(\.domain) }
    }

    /// The domains that look through a file.
    static func domains(reading path: String) -> [PreferenceDomain] {
        domains.withLock { domains in
            domains.filter { $0.key.contains(path) }.compactMap(\.value.domain)
        }
    }
}
