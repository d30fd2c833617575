import Glibc
import PropertyListFuzzing

/// The target that the environment names.
private let target = unsafe getenv("PREFS_FUZZ_TARGET").flatMap { unsafe FuzzTarget(rawValue: String(cString: $0)) }

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(FuzzFinding) {
        try target?.check(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    } catch {
        print("fuzz: \(error)")
        fflush(nil)
        abort()
    }
}

/// What libFuzzer calls first.
///
/// Without a target, the program only writes the seeds into the directory that the environment names and the tokens
/// beside it, and prints the targets.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    guard target == nil else { return 0 }
    let directory = unsafe getenv("PREFS_FUZZ_SEEDS").map { unsafe String(cString: $0) } ?? "."
    for (number, document) in FuzzSeeds.documents.enumerated() {
        write(document, to: "\(directory)/seed-\(number)")
    }
    write(Array(FuzzSeeds.tokens.map(\.inLibFuzzerDictionary).joined().utf8), to: "\(directory).dictionary")
    print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(0)
}

private func write(_ bytes: [UInt8], to path: String) {
    guard let file = unsafe fopen(path, "w") else {
        unsafe perror(path)
        exit(1)
    }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
}

extension String {
    /// The text as a line of a libFuzzer dictionary, each byte as an escape.
    fileprivate var inLibFuzzerDictionary: String {
        let bytes = utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\"\(bytes.joined())\"\n"
    }
}
