public import WindTunnel

/// `https://api.example.com` and a path.
public func api(_ path: String) -> URL { URL(string: "https://api.example.com\(path)")! }
