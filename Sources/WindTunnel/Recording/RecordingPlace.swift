/// Where the recordings of a test are.
public struct RecordingPlace: Sendable {
    private enum Kind: Sendable {
        case beside
        case folder(URL)
        /// A bundle's folder of resources; a bundle itself is not sendable everywhere.
        case resources(URL?)
    }

    private let kind: Kind

    static let folderName = "__Recordings__"

    /// `__Recordings__/` beside the test's source file.
    public static var besideTheTest: RecordingPlace { RecordingPlace(kind: .beside) }

    /// A folder.
    public static func folder(_ url: URL) -> RecordingPlace { RecordingPlace(kind: .folder(url)) }

    /// Beside the test's source file, and where that is not to be found, in a bundle: for tests that run on a device.
    ///
    /// The target has the folder as a resource (`.copy("__Recordings__")`), and the bundle is `.module`. What is
    /// recorded goes beside the source file.
    public static func bundle(_ bundle: Bundle) -> RecordingPlace {
        RecordingPlace(kind: .resources(bundle.resourceURL))
    }

    /// Where a recording may be, best place first; one that is made goes to the first.
    func files(_ name: String, besides source: URL) -> [URL] {
        let file = name.hasSuffix(".har") ? name : "\(name).har"
        let beside = source.deletingLastPathComponent().appendingPathComponent(Self.folderName)
        return switch kind {
        case .beside: [beside.appendingPathComponent(file)]
        case .folder(let url): [url.appendingPathComponent(file)]
        case .resources(nil): [beside.appendingPathComponent(file)]
        case .resources(let url?):
            [beside, url.appendingPathComponent(Self.folderName), url].map { $0.appendingPathComponent(file) }
        }
    }

    /// The folder that must be there before something is recorded; nil when it is made.
    func home(of source: URL) -> URL? {
        if case .folder = kind { nil } else { source.deletingLastPathComponent() }
    }
}
