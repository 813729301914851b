// What the command calls them.
package typealias Exchange = MockExchange
package typealias Upstream = RecordingUpstream
