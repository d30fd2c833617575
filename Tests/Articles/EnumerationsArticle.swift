import Foundation
import PreferenceKit

// Enumerations as keys, as in "Swift: UserDefaults Protocol". The name of the enumeration is part of each key.

enum Account: String, PreferenceEnumeration {
    case isUserLoggedIn, userName
}

enum LaunchEvent: String, PreferenceEnumeration {
    case didShowGuide, guideShownAt, guidePage, launches, steps
}

func runEnumerationsArticle() {
    Account.isUserLoggedIn.set(true)
    Account.userName.set("Andyy")
    print("\(Account.userName.string): \(Account.isUserLoggedIn.bool)")

    print(LaunchEvent.didShowGuide.bool, LaunchEvent.didShowGuide.boolValue as Any)
    LaunchEvent.didShowGuide.set(true)
    LaunchEvent.guideShownAt.set(Date(timeIntervalSinceReferenceDate: 0))
    LaunchEvent.guidePage.set(URL(fileURLWithPath: "/srv/guide"))
    LaunchEvent.steps.set(["open", "save"])
    print(LaunchEvent.didShowGuide.key, LaunchEvent.didShowGuide.bool)
    print(LaunchEvent.guidePage.url?.path ?? "no page", LaunchEvent.steps.stringArray)

    LaunchEvent.launches.increment()
    LaunchEvent.launches.increment(by: 2)
    print(LaunchEvent.launches.int)

    LaunchEvent.guidePage.set(nil as URL?)
    print(LaunchEvent.guidePage.isSet)
}
