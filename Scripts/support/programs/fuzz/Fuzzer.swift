import Glibc
import PropertyListFuzzing

/// The target that the environment variable names.
private let target = unsafe getenv("PREFS_FUZZ_TARGET").flatMap { unsafe FuzzTarget(rawValue: String(cString: $0)) }

/// Checks an input; libFuzzer calls this function for each one.
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

/// Prepares the run; libFuzzer calls this function first.
///
/// Without a target, writes the seeds into the directory that the environment variable names, and the tokens into a
/// file beside it. Then prints the targets and exits.
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
