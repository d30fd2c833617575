import Testing

@testable import PropertyLists

@Suite("Kinds that JSON does not have")
struct JSONFormTests {
    @Test(
        "each has an object of its own",
        arguments: [
            (.date(PropertyListDate(secondsSinceReferenceDate: 0)), #"{"$date":"2001-01-01T00:00:00Z"}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: -0.25)), #"{"$date":"2000-12-31T23:59:59.75Z"}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: 1e-5)), #"{"$date":1e-05}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: -0.0)), #"{"$date":-0.0}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: 1e300)), #"{"$date":1e+300}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: .nan)), #"{"$date":{"$real":"nan"}}"#),
            (.data([]), #"{"$data":""}"#), (.data([1, 2]), #"{"$data":"AQI="}"#),
            (.uid(.max), #"{"$uid":18446744073709551615}"#),
            (.real(.nan), #"{"$real":"nan"}"#), (.real(.infinity), #"{"$real":"inf"}"#),
            (.real(-.infinity), #"{"$real":"-inf"}"#),
            (.real(Double(bitPattern: 0x7FF0_0000_0000_0005)), #"{"$real":"nan(0x7ff0000000000005)"}"#),
            (["$date": 1], #"{"$dict":{"$date":1}}"#), (["$uid": [:]], #"{"$dict":{"$uid":{}}}"#),
            (["$dict": ["$dict": .uid(1)]], #"{"$dict":{"$dict":{"$dict":{"$dict":{"$uid":1}}}}}"#),
            (["$dict": .uid(1), "x": 1], #"{"$dict":{"$dict":{"$uid":1},"x":1}}"#),
            (["$date": .uid(1), "x": 1], #"{"$date":{"$uid":1},"x":1}"#),
            (["x": 1, "$dict": .uid(1)], #"{"x":1,"$dict":{"$uid":1}}"#),
            (["$Date": 1], #"{"$Date":1}"#), (["$data ": 1], #"{"$data ":1}"#),
        ] as [(PropertyList, String)]
    )
    func forms(value: PropertyList, text: String) throws {
        #expect(try value.json(.typed) == text)
        #expect(try PropertyList(json: text) == value)
    }

    @Test(
        "other spellings of the same value are read",
        arguments: [
            (#"{ "$date" : 5 }"#, .date(PropertyListDate(secondsSinceReferenceDate: 5))),
            (#"{"$date":"2001-01-01T01:00:00+01:00"}"#, .date(PropertyListDate(secondsSinceReferenceDate: 0))),
            (#"{"\u0024date":5}"#, .date(PropertyListDate(secondsSinceReferenceDate: 5))),
            (#"{"$data":"A Q\nI="}"#, .data([1, 2])), (#"{"$dict":{}}"#, [:]), (#"{"$dict":{"a":1}}"#, ["a": 1]),
        ] as [(String, PropertyList)]
    )
    func spellings(text: String, value: PropertyList) throws {
        #expect(try PropertyList(json: text) == value)
    }

    @Test(
        "an object that is malformed is an error where it starts",
        arguments: [
            (#"[{"$date":true}]"#, "$date"), (#"[{"$date":"yesterday"}]"#, "$date"), (#"[{"$date":{}}]"#, "$date"),
            (#"[{"$date":{"$date":1}}]"#, "$date"), (#"[{"$data":"A"}]"#, "$data"), (#"[{"$data":[1]}]"#, "$data"),
            (#"[{"$uid":-1}]"#, "$uid"), (#"[{"$uid":1.0}]"#, "$uid"), (#"[{"$uid":"1"}]"#, "$uid"),
            (#"[{"$real":1.5}]"#, "$real"), (#"[{"$real":"1.5"}]"#, "$real"), (#"[{"$real":"NaN"}]"#, "$real"),
            (#"[{"$real":"infinity"}]"#, "$real"), (#"[{"$real":"nan(0x7ff8000000000000)"}]"#, "$real"),
            (#"[{"$real":"nan(0x1)"}]"#, "$real"), (#"[{"$dict":1}]"#, "$dict"), (#"[{"$dict":[]}]"#, "$dict"),
            (#"[{"$dict":{},"x":1}]"#, "$dict"),
        ]
    )
    func malformed(text: String, form: String) {
        let found = error { () throws(PropertyListError) in try PropertyList(json: text) }
        #expect(found?.problem == .invalidForm(form))
        #expect(found?.position?.offset == 1)
    }
}
