import PreferenceStore
import PropertyLists

extension Printer {
    /// Returns a report as a page that needs nothing else: no script, and nothing from another place.
    func page(_ report: DriftReport) throws -> String {
        var homes: [String] = []
        for suite in report.suites where homes.last != suite.home { homes.append(suite.home) }
        let counts = [
            counted(homes.count, "home"), counted(report.suites.count, "suite"), "\(report.count(.drifted)) drifted",
            "\(report.count(.error)) with errors",
        ]
        let sections = try homes.map { home in
            let suites = report.suites.filter { $0.home == home }
            let same = suites.filter { $0.state == .same }.map(\.suite.rawValue.escapingHTML)
            let articles = try suites.filter { $0.state != .same }.map(article)
            return "<section>\n<h2>\(home.escapingHTML)</h2>\n" + articles.joined()
                + (same.isEmpty ? "" : "<p class=\"same\">As the seed says: \(same.joined(separator: ", "))</p>\n")
                + "</section>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Drift of preferences</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>Drift of preferences</h1>
            <p>\(counts.joined(separator: ", ")), at \((report.time.rfc3339 ?? "").asTime).</p>
            \(sections.joined())</body>
            </html>

            """
    }

    /// Returns the part of the page on a suite: its state, its last change, and what has drifted.
    private func article(_ suite: SuiteDrift) throws -> String {
        var facts: [String] = []
        if suite.managedCount > 0 { facts.append("\(suite.managedCount) managed") }
        if let change = suite.lastChange {
            let author = [change.author?.userName, change.author?.process].compactMap(\.self).joined(separator: ", ")
            let name = author.isEmpty ? "" : " (\(author.escapingHTML))"
            facts.append("changed \((change.time.rfc3339 ?? "").asTime)\(name)")
        }
        let details: [String]
        switch suite.changes {
        case .success(let changes):
            details = try changes.changes.flatMap { change in
                try ofFile.lines(of: change, hiding: changes.secrets)
            }
        case .failure(let error):
            details = [error.text]
        }
        let list = details.map { "<li><code>\($0.escapingHTML)</code></li>\n" }.joined()
        return """
            <article class="\(suite.state.rawValue)">
            <h3>\(suite.suite.rawValue.escapingHTML) <b>\(suite.state.rawValue)</b></h3>
            <p>\(facts.joined(separator: "; "))</p>
            \(list.isEmpty ? "" : "<ul>\n\(list)</ul>\n")</article>

            """
    }

    private static let style = """
        :root { color-scheme: light dark; --line: #8884; --drifted: #9a5b00; --error: #c22f2f; }
        @media (prefers-color-scheme: dark) { :root { --drifted: #e8b04c; --error: #ff8a80; } }
        body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
        h1 { font-size: 1.5rem; }
        h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
        article { border-left: .25rem solid var(--state); margin: .75rem 0; padding: 0 0 0 .75rem; }
        article.drifted { --state: var(--drifted); }
        article.error { --state: var(--error); }
        b { color: var(--state); font-weight: 600; }
        article p { font-size: .875rem; margin: 0; }
        p { overflow-wrap: anywhere; }
        ul { list-style: none; margin: .25rem 0 0; padding: 0; }
        li { border-top: 1px solid var(--line); padding: .25rem 0; }
        code { font-size: .875rem; overflow-wrap: anywhere; white-space: pre-wrap; }
        """
}

extension String {
    /// A time in RFC 3339 for a reader: in minutes.
    fileprivate var asTime: String { "<time datetime=\"\(self)\">\(prefix(10)) \(dropFirst(11).prefix(5)) UTC</time>" }
}
