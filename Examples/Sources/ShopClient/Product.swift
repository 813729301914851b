import Foundation

/// Something that the shop sells.
public struct Product: Codable, Equatable, Identifiable, Sendable {
    /// The shop's number for it.
    public var id: Int
    /// What it is called.
    public var name: String
    /// In euros.
    public var price: Decimal

    /// A product.
    public init(id: Int, name: String, price: Decimal) {
        self.id = id
        self.name = name
        self.price = price
    }
}

/// An order that the shop has taken.
public struct Order: Codable, Equatable, Identifiable, Sendable {
    /// What becomes of it.
    public enum State: String, Codable, Sendable { case open, sent }

    /// The shop's number for it.
    public var id: Int
    /// What has become of it.
    public var state: State

    private enum CodingKeys: String, CodingKey {
        case id = "order"
        case state
    }
}
