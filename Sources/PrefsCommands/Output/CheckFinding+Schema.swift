import PreferenceCore

extension CheckFinding {
    /// What is wrong with a schema.
    init(path: String, _ error: PreferenceSchemaError) {
        self.path = path
        position = error.position
        place = []
        message = error.description
        exitCode =
            switch error.problem {
            case .invalidDefault, .livingFormerName: .invalidValue
            default: .unreadableFile
            }
        rule = nil
    }
}
