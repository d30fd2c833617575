package import PropertyLists

/// The loss of a value in a document form.
package struct ConversionLoss {
    package enum Fate {
        case unwritable(PropertyListProblem)
        /// The value can be written, but the document cannot be read afterwards.
        case unreadable(PropertyListProblem)
        /// The value is read back as another value.
        case changed(from: PropertyList, to: PropertyList)
    }

    package let pointer: [String]
    package let fate: Fate
}

extension PropertyList {
    /// Returns the losses of this value in a form, each for an innermost value that is lost or changed.
    package func losses(in form: DocumentForm, pointer: [String] = []) -> [ConversionLoss] {
        // Not every form can have a scalar as its document.
        let document: PropertyList = pointer.isEmpty ? self : ["value": self]
        guard let fate = document.fate(in: form) else { return [] }
        let inner = parts.flatMap { $0.value.losses(in: form, pointer: pointer + [$0.token]) }
        return inner.isEmpty ? [ConversionLoss(pointer: pointer, fate: pointer.isEmpty ? fate : fate.ofValue)] : inner
    }

    /// Returns the result of writing and reading this document in a form; nil if it is unchanged.
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

    /// Whether the value is or contains a date or data, which plain JSON has as a string.
    package var hasDateOrData: Bool { contains { $0.kind == .date || $0.kind == .data } }

    /// Whether the value is or contains an integer that many programs would round in plain JSON.
    package var hasIntegerRoundedInJSON: Bool {
        contains { if case .integer(let integer) = $0 { integer.isRoundedInJSON } else { false } }
    }

    private func contains(_ isSought: (PropertyList) -> Bool) -> Bool {
        isSought(self) || parts.contains { $0.value.contains(isSought) }
    }

    /// Returns this value with each part that a form cannot write replaced by its text, as `get` prints it.
    package func replacingUnwritable(_ losses: [ConversionLoss]) throws(PropertyListError) -> PropertyList {
        var value = self
        for loss in losses {
            guard case .unwritable = loss.fate, let old = value[pointer: loss.pointer] else { continue }
            let text = PropertyList.string((try? old.text) ?? "")
            value = try PropertyList(changing: value, at: loss.pointer[...], to: text, creatingParents: false) ?? value
        }
        return value
    }
}

extension ConversionLoss.Fate {
    /// The fate of the only value in a dictionary with this fate.
    fileprivate var ofValue: ConversionLoss.Fate {
        guard case .changed(.dictionary(let old), .dictionary(let new)) = self,
            let old = old.first?.value, let new = new.first?.value
        else { return self }
        return .changed(from: old, to: new)
    }
}

extension ConversionLoss: CustomStringConvertible {
    package var description: String {
        switch fate {
        case .unwritable(let problem): "\(pointer.quotedPointer): \(problem)"
        case .unreadable(let problem): "\(pointer.quotedPointer) could not be read back: \(problem)"
        case .changed(let old, let new) where old.kind != new.kind:
            "\(pointer.quotedPointer) would change from \(old.kind.rawValue) to \(new.kind.rawValue)"
        case .changed(let old, let new):
            "\(pointer.quotedPointer) would change from \(old.typedJSON) to \(new.typedJSON)"
        }
    }
}

extension PropertyList {
    fileprivate var typedJSON: String { ((try? json(.typed)) ?? "").quoted }
}
