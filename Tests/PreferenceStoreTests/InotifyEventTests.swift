import Testing

@testable import PreferenceStore

@Suite("The records of inotify")
struct InotifyEventTests {
    @Test("are events with the names in folders, without the bytes that fill them up")
    func records() {
        let records = record(1, name: "a.plist", size: 16) + record(2) + record(3, name: "b", size: 2)
        #expect(
            events(in: records) == [
                .change(WatchPoint(watch: 1, name: Array("a.plist".utf8))),
                .change(WatchPoint(watch: 2, name: [])),
                .change(WatchPoint(watch: 3, name: Array("b".utf8))),
            ]
        )
    }

    @Test("tell that the queue was full")
    func overflow() {
        // IN_Q_OVERFLOW
        let records = record(-1, mask: 0x4000)
        #expect(events(in: records) == [.overflow])
    }

    @Test("that are cut short count as lost", arguments: 1..<32)
    func cut(count: Int) {
        let records = record(2) + record(1, name: "a", size: 16).prefix(count)
        #expect(
            events(in: records) == [.change(WatchPoint(watch: 2, name: [])), .overflow]
        )
    }

    @Test("may name a length that no file has")
    func hugeName() {
        let records = words(1, 2, 0, .max) + Array("a".utf8)
        #expect(events(in: records) == [.overflow])
    }

    private func events(in records: [UInt8]) -> [InotifyEvent] {
        unsafe InotifyEvent.parse(records.span.bytes)
    }

    private func record(_ watch: Int32, mask: UInt32 = 2, name: String = "", size: Int = 0) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: size - name.utf8.count)
        return words(UInt32(bitPattern: watch), mask, 0, UInt32(size)) + Array(name.utf8) + padding
    }

    private func words(_ words: UInt32...) -> [UInt8] {
        words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
    }
}
