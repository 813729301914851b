/// A library of the system, never closed.
struct DynamicLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Nil when there is none of that name; without a name, what the process has loaded already.
    init?(_ name: String?) {
        guard let handle = dlopen(name, RTLD_NOW) else { return nil }
        self.handle = handle
    }

    func function<Function>(_ name: String, _: Function.Type) -> Function? {
        guard let address = dlsym(handle, name) else { return nil }
        return unsafeBitCast(address, to: Function.self)
    }
}
