/// The news of one change, for those who were there to hear it.
struct Delivery {
    let old: PreferenceSnapshot
    let new: PreferenceSnapshot
    let observers: [PreferenceObserver]
    let keys: [ObservedKey]

    func run() {
        for key in keys where key.isChanged(old, new) {
            key.change()
        }
        for observer in observers {
            observer.hear(old, new)
        }
    }
}
