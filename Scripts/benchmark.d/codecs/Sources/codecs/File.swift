import Glibc

/// What went wrong, in words.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// All bytes of a file.
func contents(ofFile path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { throw Failure(description: "\(path) cannot be opened") }
    defer { unsafe fclose(file) }
    unsafe fseek(file, 0, SEEK_END)
    let count = unsafe ftell(file)
    unsafe rewind(file)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = unsafe fread(buffer.baseAddress, 1, count, file)
    }
    guard bytes.count == count else { throw Failure(description: "\(path) cannot be read") }
    return bytes
}

/// Writes a file, in place of the one that is there.
func write(_ bytes: [UInt8], toFile path: String) throws {
    guard let file = unsafe fopen(path, "w") else { throw Failure(description: "\(path) cannot be opened") }
    let written = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe fwrite(buffer.baseAddress, 1, buffer.count, file)
    }
    guard unsafe fclose(file) == 0, written == bytes.count else {
        throw Failure(description: "\(path) cannot be written")
    }
}
