import Glibc

extension Duration {
    /// The time since the epoch as a date that sorts and needs no colon, in UTC: `20261121T041250Z`, gmtime_r(3).
    var compactText: String {
        var seconds = time_t(components.seconds)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&seconds, &parts) != nil else { return String(seconds) }
        let date = unsafe [parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined()
        let time = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined()
        return unsafe "\(parts.tm_year + 1900)\(date)T\(time)Z"
    }
}

private func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : String(number)
}
