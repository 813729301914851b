/// The version of all of it: the library, the command, and what a recording says made it.
package enum Version {
    package static let current = "0.1.0"
}
