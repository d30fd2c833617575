// A program that uses UserDefaults, as apps do. The tests let it and `prefs` read each other's files.
//
//     set SUITE TYPE KEY VALUE     sets a key; TYPE is string, int, uint, double, float, bool, date, data, url or json
//     write SUITE                  sets the keys of the catalogue below
//     read SUITE KEY               prints the type, a tab and the value, or exits with 1 if the key is unset
//     remove SUITE KEY             removes a key
//     load SUITE COUNT MILLISECONDS     sets theirs1 to theirsCOUNT, one at a time, and waits after each
//     keys                         prints the keys of the catalogue, one per line
//     binary PATH, xml PATH        writes the catalogue to a file
//     read-file PATH KEY           works like read, but reads a file
//
// Values are printed as typed JSON with sorted keys: {"$date":"1970-01-01T00:00:00Z"}, {"$data":"AQI="},
// {"$real":"nan"}. Floats always have a decimal point or an exponent.

import Foundation

struct Failure: Error, CustomStringConvertible {
    let description: String
}

let longData = Data((0..<200).map { UInt8($0) })

func catalogue() -> [String: Any] {
    [
        "array": [1, "two", [true, 2.5] as [Any], ["key": Data([3])], []] as [Any],
        "bool false": false,
        "bool true": true,
        "bytes": Data([0, 1, 254, 255]),
        "control": "tab\tline\nreturn\rnul\0end\u{1}",
        "date": Date(timeIntervalSince1970: 1_700_000_000),
        "date before": Date(timeIntervalSince1970: -86_400),
        "dictionary": ["b": 1, "a": ["deep": ["deeper": "x"]], "empty": [String: Any]()] as [String: Any],
        "double": 1.5,
        "double tenth": 0.1,
        "double whole": 2.0,
        "empty array": [Any](),
        "empty data": Data(),
        "empty dictionary": [String: Any](),
        "empty string": "",
        "float": Float(0.25),
        "infinity": Double.infinity,
        "integer": 3,
        "integer maximum": UInt64.max,
        "integer minimum": Int64.min,
        "long data": longData,
        "markup": "<a href=\"x\">&amp;</a>'",
        "negative": -42,
        "nested data": (0..<12).reduce(longData as Any) { value, _ in [value, longData] },
        "not a number": Double.nan,
        "string": "Ada",
        "unicode é 日本": "👋🏽 e\u{301} é",
    ]
}

// MARK: - Rendering

func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case "\r": result += "\\r"
        case "\0"..<" ": result += "\\u" + String(format: "%04x", scalar.value)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

func rendered(_ date: Date) -> String {
    let formatter = ISO8601DateFormatter()
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    return formatter.string(from: date)
}

/// Returns the type and the typed JSON of a value.
///
/// The type of a number is its storage type.
func rendered(_ value: Any) throws -> (type: String, text: String) {
    if let string = value as? String { return ("string", quoted(string)) }
    if let date = value as? Date { return ("date", "{\"$date\":\(quoted(rendered(date)))}") }
    if let data = value as? Data { return ("data", "{\"$data\":\(quoted(data.base64EncodedString()))}") }
    if let number = value as? NSNumber {
        switch unsafe String(cString: number.objCType) {
        case "c", "B": return ("bool", number.boolValue ? "true" : "false")
        case "d", "f":
            let real = number.doubleValue
            return ("float", real.isFinite ? "\(real)" : "{\"$real\":\(quoted("\(real)"))}")
        case let type:
            let text = type == "Q" ? "\(number.uint64Value)" : "\(number.int64Value)"
            return ("integer", abs(number.doubleValue) >= 0x1p53 ? "{\"$integer\":\(quoted(text))}" : text)
        }
    }
    if let array = value as? [Any] {
        return ("array", "[" + (try array.map { try rendered($0).text }).joined(separator: ",") + "]")
    }
    if let dictionary = value as? [String: Any] {
        let pairs = try dictionary.sorted { $0.key < $1.key }.map {
            try quoted($0.key) + ":" + rendered($0.value).text
        }
        return ("dictionary", "{" + pairs.joined(separator: ",") + "}")
    }
    throw Failure(description: "a value of type \(type(of: value))")
}

func show(_ value: Any?) throws {
    guard let value else { exit(1) }
    let (type, text) = try rendered(value)
    print("\(type)\t\(text)")
}

// MARK: - Commands

func parsed<Value>(_ value: Value?, _ text: String) throws -> Value {
    guard let value else { throw Failure(description: "cannot read \(text)") }
    return value
}

func value(type: String, _ text: String) throws -> Any {
    switch type {
    case "string": return text
    case "int": return try parsed(Int64(text), text)
    case "uint": return try parsed(UInt64(text), text)
    case "double": return try parsed(Double(text), text)
    case "float": return try parsed(Float(text), text)
    case "bool": return try parsed(Bool(text), text)
    case "date": return Date(timeIntervalSince1970: try parsed(Double(text), text))
    case "data": return try parsed(Data(base64Encoded: text), text)
    case "url": return try parsed(URL(string: text), text)
    case "json": return try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    default: throw Failure(description: "no type \(type)")
    }
}

func defaults(_ suite: String) throws -> UserDefaults {
    try parsed(UserDefaults(suiteName: suite), suite)
}

func synchronize(_ defaults: UserDefaults) throws {
    guard defaults.synchronize() else { throw Failure(description: "synchronize() failed") }
}

func write(_ root: [String: Any], to path: String, _ format: PropertyListSerialization.PropertyListFormat) throws {
    try PropertyListSerialization.data(fromPropertyList: root, format: format, options: 0)
        .write(to: URL(fileURLWithPath: path))
}

func dictionary(at path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let root = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try parsed(root as? [String: Any], path)
}

func run(_ arguments: [String]) throws {
    let operands = arguments.dropFirst()
    func operand(_ index: Int) throws -> String {
        guard index < operands.count else { throw Failure(description: "too few arguments") }
        return operands[operands.startIndex + index]
    }
    switch arguments.first {
    case "set":
        let suite = try defaults(operand(0))
        suite.set(try value(type: operand(1), operand(3)), forKey: try operand(2))
        try synchronize(suite)
    case "write":
        let suite = try defaults(operand(0))
        for (key, value) in catalogue() {
            suite.set(value, forKey: key)
        }
        try synchronize(suite)
    case "read":
        try show(defaults(operand(0)).object(forKey: operand(1)))
    case "remove":
        let suite = try defaults(operand(0))
        suite.removeObject(forKey: try operand(1))
        try synchronize(suite)
    case "load":
        let suite = try defaults(operand(0))
        let count = try parsed(Int(operand(1)), operand(1))
        let pause = try parsed(Double(operand(2)), operand(2)) / 1000
        for number in 1...count {
            suite.set(number, forKey: "theirs\(number)")
            try synchronize(suite)
            Thread.sleep(forTimeInterval: pause)
        }
    case "binary":
        try write(catalogue(), to: operand(0), .binary)
    case "xml":
        try write(catalogue(), to: operand(0), .xml)
    case "read-file":
        try show(dictionary(at: operand(0))[operand(1)])
    case "keys":
        catalogue().keys.sorted().forEach { print($0) }
    default:
        throw Failure(description: "no command \(arguments)")
    }
}

do {
    try run(Array(CommandLine.arguments.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
}
