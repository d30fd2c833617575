import PropertyLists

/// What a form of documents does not keep of a value.
struct ConversionLoss {
    enum Fate {
        case unwritable(PropertyListProblem)
        /// It can be written, but the document cannot be read then.
        case unreadable(PropertyListProblem)
        /// It is read back as another.
        case changed(from: PropertyList, to: PropertyList)
    }

    let path: [String]
    let fate: Fate
}

extension PropertyList {
    /// What a form does not keep of this value: each of the innermost values that are lost, or changed.
    func losses(in form: DocumentForm, path: [String] = []) -> [ConversionLoss] {
        // A scalar alone is no document in every form.
        let document: PropertyList = path.isEmpty ? self : ["value": self]
        guard let fate = document.fate(in: form) else { return [] }
        let inner = children.flatMap { $0.value.losses(in: form, path: path + [$0.token]) }
        return inner.isEmpty ? [ConversionLoss(path: path, fate: path.isEmpty ? fate : fate.ofValue)] : inner
    }

    /// What becomes of this document in a form; nil where it is read back as it was.
    private func fate(in form: DocumentForm) -> ConversionLoss.Fate? {
        let bytes: [UInt8]
        do {
            bytes = try document(as: form)
        } catch {
            return .unwritable(error.problem)
        }
        do {
            let value = try PropertyList(parsing: bytes.span, as: form.format)
            return value == self ? nil : .changed(from: self, to: value)
        } catch {
            return .unreadable(error.problem)
        }
    }

    private var children: [(token: String, value: PropertyList)] {
        switch self {
        case .array(let elements): elements.enumerated().map { (String($0.offset), $0.element) }
        case .dictionary(let dictionary): dictionary.map { ($0.key, $0.value) }
        default: []
        }
    }

    /// This value with the text of what a form cannot write in its place, as `get` prints it.
    func replacingUnwritable(_ losses: [ConversionLoss]) throws(PropertyListError) -> PropertyList {
        var value = self
        for loss in losses {
            guard case .unwritable = loss.fate, let old = value[path: loss.path] else { continue }
            let text = PropertyList.string((try? old.text) ?? "")
            value = try PropertyList(changing: value, at: loss.path[...], to: text, makingParents: false) ?? value
        }
        return value
    }
}

extension ConversionLoss.Fate {
    /// The fate of the one value in a dictionary that has this.
    fileprivate var ofValue: ConversionLoss.Fate {
        guard case .changed(.dictionary(let old), .dictionary(let new)) = self,
            let old = old.first?.value, let new = new.first?.value
        else { return self }
        return .changed(from: old, to: new)
    }
}
