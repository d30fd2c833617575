import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists
import ValueDifferences

/// What a check of one suite has found.
struct SuiteDrift {
    let suite: SuiteName
    /// The changes that would make the suite as its seed says, or the error that prevents the check.
    let changes: Result<SuiteChanges, CommandError>
    /// The messages of the error; nil if there is none.
    var problem: String?
    /// The number of keys that the administrator has set for all users.
    let managedCount: Int
    /// The time of the last change of the file, since the epoch; nil if there is no file.
    let changed: Duration?
    /// The user and the program of that change; nil unless `prefs` or a program with its library made it.
    let author: HistoryRecord.Author?

    /// What the check has found, as reports name it.
    fileprivate var state: String {
        switch changes {
        case .success(let changes): changes.changes.isEmpty ? "same" : "drifted"
        case .failure: "error"
        }
    }
}

/// A report on how the suites of a user differ from their seeds.
struct DriftReport {
    /// A form of a report.
    enum Form: String, CaseIterable {
        /// Typed JSON.
        case json
        /// Metrics in the text format of Prometheus, without values.
        case prometheus
    }

    /// The home directory of the user, which tells apart the reports of several.
    let home: String
    /// The time of the check, since the epoch.
    let time: Duration
    let suites: [SuiteDrift]

    /// The severest error; if there is none, 1 if a suite has drifted.
    fileprivate var exitCode: ExitCode {
        suites.map { suite in
            switch suite.changes {
            case .success(let changes): changes.changes.isEmpty ? .done : .absent
            case .failure(let error): error.exitCode
            }
        }.max() ?? .done
    }

    /// The report as a property list, for JSON.
    fileprivate var object: PropertyList {
        .dictionary([
            "home": .string(home),
            "time": .string(time.rfc3339 ?? ""),
            "suites": .array(
                suites.map { suite in
                    var object: PropertyListDictionary = [
                        "suite": .string(suite.suite.rawValue), "state": .string(suite.state),
                    ]
                    switch suite.changes {
                    case .success(let changes): object["changes"] = .array(changes.objects)
                    case .failure: object["error"] = suite.problem.map(PropertyList.string)
                    }
                    object["managed"] = suite.managedCount.propertyList
                    object["lastChange"] = suite.lastChange
                    return .dictionary(object)
                }
            ),
        ])
    }

    /// The report as metrics: one of the check, with the label `home`, and those of each suite, also with `suite`.
    ///
    /// <https://prometheus.io/docs/instrumenting/exposition_formats/>
    fileprivate var metrics: String {
        func metric(_ name: String, _ help: String, _ value: (SuiteDrift) -> Int?) -> String {
            let lines = suites.compactMap { suite in
                value(suite).map { value in
                    "\(name){home=\"\(home.escapingLabel)\",suite=\"\(suite.suite.rawValue.escapingLabel)\"} \(value)\n"
                }
            }
            return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
        }
        let metrics = [
            metric("prefs_drifted_keys", "Keys that differ from the seed.") { try? $0.changes.get().changes.count },
            metric("prefs_check_failed", "1 if the suite is corrupt, or cannot be checked.") {
                $0.problem != nil ? 1 : 0
            },
            metric("prefs_managed_keys", "Keys that the administrator has set.") { $0.managedCount },
            metric("prefs_last_change_timestamp_seconds", "The last change of the suite's file.") {
                $0.changed.map { Int($0.components.seconds) }
            },
        ]
        return metrics.joined() + """
            # HELP prefs_check_timestamp_seconds The time of the check.
            # TYPE prefs_check_timestamp_seconds gauge
            prefs_check_timestamp_seconds{home="\(home.escapingLabel)"} \(time.components.seconds)

            """
    }
}

extension SuiteDrift {
    fileprivate var lastChange: PropertyList? {
        guard let changed else { return nil }
        var object: PropertyListDictionary = ["time": .string(changed.rfc3339 ?? "")]
        author?.describe(in: &object)
        return .dictionary(object)
    }
}

extension DocumentOutput {
    /// Writes a report; only its user may read a new file with values.
    func write(_ report: DriftReport, as form: DriftReport.Form) throws -> ExitCode {
        try write(as: form == .json ? .typedJSON : nil, isPrivate: form != .prometheus) {
            let text =
                switch form {
                case .json:
                    try printer.json(report.object, .typed, isPretty: printer.isPretty(onTerminal: true), at: nil)
                        + "\n"
                case .prometheus: report.metrics
                }
            return Array((path == nil ? printer.shown(text) : text).utf8)
        }
        return report.exitCode
    }
}
