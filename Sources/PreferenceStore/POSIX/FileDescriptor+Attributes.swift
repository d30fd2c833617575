import CLinux
import Glibc

extension FileDescriptor {
    /// The names of the extended attributes, flistxattr(2); none where the file system has no attributes.
    func attributeNames() throws(SystemError) -> [AttributeName] {
        let list: [UInt8]
        do {
            // XATTR_LIST_MAX of xattr(7): no list is longer.
            list = try unsafe bytes(upTo: 65536) { unsafe flistxattr(number, $0, $1) }
        } catch .notSupported {
            return []
        }
        return list.split(separator: 0).map(AttributeName.init)
    }

    /// The value of an extended attribute, fgetxattr(2); nil where there is none.
    ///
    /// - Parameter limit: the most bytes that it may have, by default XATTR_SIZE_MAX of xattr(7): no value is longer.
    /// - Throws: `ERANGE` too if it is longer.
    func attribute(_ name: AttributeName, upTo limit: Int = 65536) throws(SystemError) -> [UInt8]? {
        do {
            return try unsafe bytes(upTo: limit) { unsafe fgetxattr(number, name.terminatedBytes, $0, $1) }
        } catch .noAttribute {
            return nil
        }
    }

    /// Sets an extended attribute, new or old, fsetxattr(2).
    func setAttribute(_ name: AttributeName, to value: [UInt8]) throws(SystemError) {
        try retryingOnInterrupt {
            unsafe value.withUnsafeBytes { value in
                unsafe fsetxattr(number, name.terminatedBytes, value.baseAddress, value.count, 0)
            }
        }
    }

    /// Removes an extended attribute, fremovexattr(2).
    func removeAttribute(_ name: AttributeName) throws(SystemError) {
        try retryingOnInterrupt { unsafe fremovexattr(number, name.terminatedBytes) }
    }

    private func bytes(
        upTo limit: Int,
        filling call: (UnsafeMutablePointer<CChar>, Int) -> Int
    ) throws(SystemError) -> [UInt8] {
        try unsafe withTemporaryBytes(limit) { buffer throws(SystemError) in
            let letters = unsafe buffer.bindMemory(to: CChar.self)
            guard let start = letters.baseAddress else { return [] }
            let count = try retryingOnInterrupt { unsafe call(start, limit) }
            return unsafe Array(buffer.prefix(count))
        }
    }
}
