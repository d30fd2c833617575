// Prints the configuration of a server, and each change, until the process ends.

import Configuration
import Foundation
import PreferenceConfiguration

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let config = ConfigReader(providers: [
    EnvironmentVariablesProvider(),
    PreferencesProvider(suite: "server"),
])
let http = config.scoped(to: "http")
say("host: \(http.string(forKey: "host", default: "localhost"))")
try await http.watchInt(forKey: "port", default: 8080) { ports in
    for await port in ports {
        say("port: \(port)")
    }
}
