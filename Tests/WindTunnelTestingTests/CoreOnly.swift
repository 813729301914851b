import WindTunnel

/// Made in a file that imports no test library.
func serverOfTheCore() -> MockServer { MockServer("https://api.example.com") }
