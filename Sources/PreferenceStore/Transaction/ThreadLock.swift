import Synchronization

/// The part of a folder's lock that concerns this process: which of its callers has the folder, and what it is changing
/// there.
///
/// fcntl(2) cannot tell: to it, two descriptors of one caller are two strangers, and the caller would wait for itself.
struct ThreadLock: ~Copyable {
    private let folder: FileIdentity
    /// Whether the caller had the folder already.
    let isInner: Bool

    /// A caller that has a folder.
    private struct Owner {
        let caller: Caller
        /// How many locks it has, each within the one before.
        var depth = 0
        /// The names of the files that it is changing.
        var changedNames: [String] = []
    }

    /// A folder that callers want.
    private struct Claims {
        var owner: Owner?
        /// The callers that wait, the one that is next first.
        var waiting: [Caller] = []

        var isEmpty: Bool { owner == nil && waiting.isEmpty }
    }

    private static let folders = Mutex<[FileIdentity: Claims]>([:])

    /// Takes a folder for the caller; nil where another one has it, or has waited for longer.
    init?(of folder: FileIdentity) {
        let caller = Caller.current
        let depth = Self.withClaims(to: folder) { claims -> Int? in
            if claims.owner == nil, claims.waiting.first ?? caller == caller {
                claims.waiting = Array(claims.waiting.dropFirst())
                claims.owner = Owner(caller: caller)
            }
            guard let owner = claims.owner, owner.caller == caller else {
                if !claims.waiting.contains(caller) {
                    claims.waiting.append(caller)
                }
                return nil
            }
            claims.owner?.depth += 1
            return owner.depth + 1
        }
        guard let depth else { return nil }
        self.folder = folder
        isInner = depth > 1
    }

    deinit {
        Self.withClaims(to: folder) { claims in
            claims.owner?.depth -= 1
            if claims.owner?.depth == 0 {
                claims.owner = nil
            }
        }
    }

    /// Has the caller, which was refused a folder, wait for it no longer.
    static func stopWaiting(for folder: FileIdentity) {
        let caller = Caller.current
        withClaims(to: folder) { $0.waiting.removeAll { $0 == caller } }
    }

    private static func withClaims<Outcome: Sendable>(
        to folder: FileIdentity,
        _ body: (inout Claims) -> Outcome
    ) -> Outcome {
        folders.withLock { folders in
            var claims = folders[folder] ?? Claims()
            defer { folders[folder] = claims.isEmpty ? nil : claims }
            return body(&claims)
        }
    }

    /// Notes that the caller is changing a file; false where it is doing so already.
    func beginChange(of name: String) -> Bool {
        Self.withClaims(to: folder) { claims in
            guard claims.owner?.changedNames.contains(name) == false else { return false }
            claims.owner?.changedNames.append(name)
            return true
        }
    }

    /// Notes that the last change that the caller has begun is done.
    func endChange() {
        Self.withClaims(to: folder) { _ = $0.owner?.changedNames.popLast() }
    }
}
