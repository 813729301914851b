@_exported public import WindTunnel
