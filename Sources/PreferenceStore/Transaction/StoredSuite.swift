import Glibc
import PropertyLists

/// What a suite's file was at one moment of a transaction.
struct StoredSuite {
    let document: SuiteDocument
    let bytes: [UInt8]
    /// The file itself; nil where there was none.
    let file: File?
    /// Why the file is no suite; nil where it is one.
    let damage: PreferenceStoreError?

    /// A file without its contents.
    struct File {
        let status: FileStatus
        let metadata: FileMetadata
    }

    /// No file.
    static let missing = StoredSuite(document: SuiteDocument(), bytes: [], file: nil, damage: nil)

    /// A file that holds a document as these bytes.
    init(document: SuiteDocument, bytes: [UInt8], file: File?, damage: PreferenceStoreError? = nil) {
        self.document = document
        self.bytes = bytes
        self.file = file
        self.damage = damage
    }

    /// Reads the file with a name in a target's folder, when it holds still.
    init(
        reading name: String,
        of target: FileTarget,
        patience: Duration,
        clock: StoreClock
    ) throws(PreferenceStoreError) {
        let path = target.path
        let reading = try FileReader(path: path, patience: patience, clock: clock).read(
            opening: { () throws(SystemError) in
                try target.folder.descriptor.open(name, FileReader.openFlags | O_NOFOLLOW)
            }
        )
        guard let reading else {
            self = .missing
            return
        }
        let metadata = try throwing(.read, path) { () throws(SystemError) in
            try FileMetadata(of: reading.descriptor, reading.status)
        }
        let document: SuiteDocument
        var damage: PreferenceStoreError?
        do {
            document = try SuiteDocument(reading, path: path)
        } catch {
            document = SuiteDocument()
            damage = error
        }
        self.init(
            document: document,
            bytes: reading.bytes,
            file: File(status: reading.status, metadata: metadata),
            damage: damage
        )
    }
}
