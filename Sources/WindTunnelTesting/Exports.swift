@_exported public import WindTunnel
@_exported public import WindTunnelWatching
