import PreferenceCore

extension CheckFinding {
    /// What is wrong with a schema.
    init(path: String, _ error: PreferenceSchemaError) {
        self.path = path
        position = error.position
        place = []
        message = error.description
        exitCode = if case .invalidDefault = error.problem { .invalidValue } else { .unreadableFile }
        rule = nil
    }
}
