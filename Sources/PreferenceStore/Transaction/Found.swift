/// What stands at a name in a folder.
enum Found<Value: ~Copyable>: ~Copyable {
    /// A file: this of it.
    case file(Value)
    /// Nothing.
    case nothing
    /// A symbolic link, where none is followed: it has taken the place of the file to which the path led.
    case symbolicLink
}

extension Found: Copyable where Value: Copyable {}
