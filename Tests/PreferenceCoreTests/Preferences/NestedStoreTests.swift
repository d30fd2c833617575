import PreferenceStore
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Changes of a store within changes of another", .mayWait)
struct NestedStoreTests {
    /// Where each of several stores is.
    enum Place: CaseIterable {
        case directories
        case memory
        case both
    }

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func stores(_ count: Int, _ place: Place) -> [Preferences] {
        (0..<count).map { index in
            let isInMemory = place == .memory || place == .both && index == 0
            let store = isInMemory ? Preferences(.inMemory()) : Preferences(directory: directory.path(of: "\(index)"))
            // A transaction runs its closure twice if it must create the directory.
            store[.flag] = true
            return store
        }
    }

    @Test(
        "of threads that wait for each other in a cycle, the last one fails at once, and the others succeed",
        arguments: Place.allCases,
        [2, 3]
    )
    func cycle(place: Place, count: Int) {
        let stores = stores(count, place)
        let failures = Mutex<[any Error]>([])
        let meeting = Meeting(of: count)
        inThreads(count) { index in
            #expect(throws: Never.self) {
                try stores[index].transaction { transaction in
                    transaction[.title] = "outer"
                    meeting.wait()
                    do {
                        try stores[(index + 1) % count].set(8, for: .count)
                    } catch {
                        failures.withLock { $0.append(error) }
                    }
                }
            }
        }
        #expect(failures.withLock { $0.count } == 1)
        for failure in failures.withLock({ $0 }) {
            guard case PreferenceError.store(.deadlock) = failure else {
                Issue.record(failure)
                continue
            }
        }
        #expect(stores.allSatisfy { $0[.title] == "outer" })
        #expect(stores.count { $0[.count] == 8 } == count - 1)
    }

    @Test("a change in place that would close a cycle is reported at once, and not made")
    func statement() async {
        await #expect(processExitsWith: .success) {
            let stores = [Preferences(.inMemory()), Preferences(.inMemory())]
            let meeting = Meeting(of: 2)
            let reported = problems {
                inThreads(2) { index in
                    stores[index][.libraries].mutate {
                        meeting.wait()
                        stores[1 - index][.count] += 1
                    }
                }
            }
            #expect(reported == [.store(.deadlock(path: "preferences in memory"))])
            #expect(stores.map { $0[.count] }.sorted() == [7, 8])
        }
    }

    @Test(
        "threads that nest their changes in one order never fail",
        arguments: [(Place.directories, 10), (.memory, 500)]
    )
    func order(place: Place, turns: Int) {
        let stores = stores(3, place)
        let generator = Mutex(SeededGenerator.printingSeed())
        inThreads(4) { _ in
            for _ in 0..<turns {
                let (outer, inner) = generator.withLock {
                    (Int.random(in: 0...2, using: &$0), Int.random(in: 0...2, using: &$0))
                }
                #expect(throws: Never.self) {
                    if outer < inner {
                        try stores[outer].transaction { _ in try stores[inner].set(1, for: .count) }
                    } else {
                        try stores[outer].set(2, for: .count)
                    }
                }
            }
        }
    }
}

extension [String] {
    /// Runs a closure within a change in place.
    fileprivate mutating func mutate(_ body: () -> Void) {
        body()
    }
}
