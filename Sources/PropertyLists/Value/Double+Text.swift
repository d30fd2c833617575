extension Double {
    /// The fewest digits that read back as the same number, with a point or an exponent: `1.0`, `1e+300`, `-0.0`.
    ///
    /// What is not finite is `nan`, whatever its sign and its other bits, `inf` or `-inf`.
    package var shortestText: String {
        isNaN ? "nan" : description
    }
}
