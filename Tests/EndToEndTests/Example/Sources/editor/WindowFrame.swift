/// The position and size of a window on the screen.
nonisolated struct WindowFrame: Codable, Equatable {
    var x = 0.0
    var y = 0.0
    var width = 800.0
    var height = 600.0
}
