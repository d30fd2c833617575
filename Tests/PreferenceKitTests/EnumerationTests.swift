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
            #expect(SyncEvent.token.propertyList == "no data")
        }
    }

    @Test("setting a nil URL, date or data removes the key")
    func removal() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            SyncEvent.server.set(URL(string: "https://example.com"))
            #expect(SyncEvent.server.url != nil)
            SyncEvent.server.set(nil as URL?)
            #expect(!SyncEvent.server.isSet)
            SyncEvent.token.set(Data([1]))
            SyncEvent.token.set(nil as Data?)
            SyncEvent.finishedAt.set(Date())
            SyncEvent.finishedAt.set(nil as Date?)
            #expect(!SyncEvent.token.isSet && !SyncEvent.finishedAt.isSet)
        }
    }

    @Test("the getters in pairs return what the table in the guide says")
    func pairs() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            #expect((SyncEvent.token.string, SyncEvent.token.stringValue) == ("", nil))
            SyncEvent.token.set("a")
            #expect((SyncEvent.token.string, SyncEvent.token.stringValue) == ("a", "a"))
            SyncEvent.token.set(1)
            #expect((SyncEvent.token.string, SyncEvent.token.stringValue) == ("", nil))
            #expect(SyncEvent.token.propertyList == 1)
        }
    }

    @Test("a dictionary of UUIDs is a dictionary in the file")
    func identifiers() throws {
        let preferences = Preferences(.inMemory())
        let identifier = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let key = PreferenceKey<[UUID: Int]>("k", default: [:])
        preferences[key][identifier] = 3
        #expect(try preferences.dictionaryRepresentation() == ["k": [identifier.uuidString: 3]])
        #expect(preferences[key] == [identifier: 3])
        let old = Preferences(.inMemory(["k": [.string(identifier.uuidString), 4]]))
        #expect(old[key] == [identifier: 4])
    }
}
