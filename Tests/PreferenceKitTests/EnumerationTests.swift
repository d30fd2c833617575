import Foundation
import PreferenceKit
import Testing

private enum SyncEvent: String, PreferenceEnumeration {
    case token, finishedAt, server
}

@Suite("Enumerations as keys of Foundation types")
struct EnumerationTests {
    @Test("a key has getters for data, dates and URLs")
    func getters() throws {
        try Preferences.$standard.withValue(Preferences(.inMemory())) {
            #expect((SyncEvent.token.data, SyncEvent.token.dataValue) == (Data(), nil))
            #expect(SyncEvent.finishedAt.date == nil)
            #expect(SyncEvent.server.url == nil)
            let moment = Date(timeIntervalSinceReferenceDate: 60)
            let server = try #require(URL(string: "https://example.com/sync?full=1"))
            SyncEvent.token.set(Data([1, 2]))
            SyncEvent.finishedAt.set(moment)
            SyncEvent.server.set(server)
            #expect((SyncEvent.token.data, SyncEvent.token.dataValue) == (Data([1, 2]), Data([1, 2])))
            #expect(SyncEvent.finishedAt.date == moment)
            #expect(SyncEvent.server.url == server)
            SyncEvent.server.set("/srv/sync")
            #expect(SyncEvent.server.url?.path == "/srv/sync")
        }
    }

    @Test("a getter returns nil for a value of the wrong type, which stays")
    func otherKinds() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            SyncEvent.token.set("no data")
            #expect((SyncEvent.token.data, SyncEvent.token.dataValue) == (Data(), nil))
            #expect(SyncEvent.token.date == nil)
            #expect(SyncEvent.token.object == "no data")
        }
    }
}
