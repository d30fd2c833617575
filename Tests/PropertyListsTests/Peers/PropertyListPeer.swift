// Reads and writes property lists with Foundation's PropertyListSerialization, for comparison with this package.
//
// Each line of standard input is a document in base64. The answer is a line of three fields, separated by TAB. The
// first field is the value that Foundation reads. The others are that value as Foundation writes it in XML and in
// binary, in base64. A field is `!` if Foundation cannot write the value. If Foundation cannot read the document, `!`
// is the only field.
//
// A value is written with its type and its bits, without loss, as by `PropertyList.canonicalText` in the tests:
//
//     "a\{e9}"            a string; a scalar that is not printable ASCII is in braces
//     i-5                 an integer
//     r3ff8000000000000   a real, by its bits
//     true  false
//     d41b3f8f080000000   a date: seconds since 2001 as a real, by its bits
//     <0102>              data
//     u5                  a keyed archive's reference
//     [i1 i2]             an array
//     {"a"=i1 "b"=i2}     a dictionary, sorted by the text of its keys
//     null

import Foundation

struct UnknownValue: Error {
    let type: String
}

func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case " "..."~": result.unicodeScalars.append(scalar)
        default: result += "\\{\(hexadecimal(scalar.value))}"
        }
    }
    return result + "\""
}

func hexadecimal(_ number: some BinaryInteger) -> String {
    String(number, radix: 16)
}

func spelled(_ value: Any) throws -> String {
    if let string = value as? String { return quoted(string) }
    if let date = value as? Date { return "d" + hexadecimal(date.timeIntervalSinceReferenceDate.bitPattern) }
    if let data = value as? Data { return "<" + data.map { String(format: "%02x", $0) }.joined() + ">" }
    if let number = value as? NSNumber { return spelled(number) }
    if let array = value as? NSArray {
        return "[" + (try array.map(spelled)).joined(separator: " ") + "]"
    }
    if let dictionary = value as? NSDictionary {
        let entries = try dictionary.map { try (spelled($0.key), spelled($0.value)) }
        return "{" + entries.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }.joined(separator: " ") + "}"
    }
    if value is NSNull { return "null" }
    // A reference has a type that is not public.
    let fields = Mirror(reflecting: value).children
    if "\(type(of: value))" == "_NSKeyedArchiverUID", let identifier = fields.first(where: { $0.label == "value" }) {
        return "u\(identifier.value)"
    }
    throw UnknownValue(type: "\(type(of: value))")
}

func spelled(_ number: NSNumber) -> String {
    switch unsafe String(cString: number.objCType) {
    case "c", "B": number.boolValue ? "true" : "false"
    case "d", "f": "r" + hexadecimal(number.doubleValue.bitPattern)
    case "Q": "i\(number.uint64Value)"
    default: "i\(number.int64Value)"
    }
}

func written(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat) -> String {
    let data = try? PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
    return data?.base64EncodedString() ?? "!"
}

/// Writes a line immediately, to keep it even if Foundation crashes on the next document.
func answer(_ fields: String...) {
    FileHandle.standardOutput.write(Data((fields.joined(separator: "\t") + "\n").utf8))
}

while let line = readLine() {
    do {
        let value = try PropertyListSerialization.propertyList(from: Data(base64Encoded: line) ?? Data(), format: nil)
        answer(try spelled(value), written(value, .xml), written(value, .binary))
    } catch let error as UnknownValue {
        fatalError("a value of type \(error.type)")
    } catch {
        answer("!")
    }
}
