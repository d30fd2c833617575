/// The characters of NeXTSTEP, which octal escapes name by their bytes.
enum NextStepEncoding {
    /// The characters of the bytes from 0x80, after Unicode's table NEXTSTEP.TXT; 0xFE and 0xFF have none.
    private static let upperHalf: [Unicode.Scalar] = Array(
        """
        \u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏ\
        ÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷\
        ©¡¢£\u{2044}¥ƒ§¤’“«‹›\u{FB01}\u{FB02}\
        ®–†‡·¦¶•‚„”»…‰¬¿\
        ¹\u{2CB}´\u{2C6}\u{2DC}¯\u{2D8}\u{2D9}¨²\u{2DA}¸³\u{2DD}\u{2DB}\u{2C7}\
        —±¼½¾àáâãäåçèéêë\
        ìÆíªîïðñŁØŒºòóôõ\
        öæùúûıüýłøœßþÿ
        """.unicodeScalars
    )

    /// The character that a byte stands for, or nil where it stands for none.
    static func character(for byte: UInt8) -> Unicode.Scalar? {
        if byte < 0x80 {
            return Unicode.Scalar(byte)
        }
        let index = Int(byte) - 0x80
        return index < upperHalf.count ? upperHalf[index] : nil
    }
}
