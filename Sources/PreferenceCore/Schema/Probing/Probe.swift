import PropertyLists

/// One attempt to have a type decode a made-up value.
struct Probe<Value: Decodable> {
    let run: ProbeRun
    /// The form of some value, where there is one.
    let example: PropertyList?
    /// What came of it; nil where the type refused.
    let value: Value?

    init(_ run: ProbeRun, like example: PropertyList?) {
        self.run = run
        self.example = example
        value = try? Value(from: ProbingDecoder(run: run, example: example))
    }

    /// Whether everything that the type did could be followed, up to the value.
    var isComplete: Bool { value != nil && !run.isLost && !run.requests.isEmpty }

    /// Whether the type gives up at once when one of its requests is refused.
    func fails(without position: Int) -> Bool {
        run.requests[position].refusals.allSatisfy { refusal in
            let probe = Probe(ProbeRun(run.index, refusing: position, as: refusal), like: example)
            return probe.value == nil && probe.run.requests.count == position + 1
        }
    }
}
