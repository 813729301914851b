/// Names under which secrets stand, wherever they are: the one list, for archives and for reports.
package enum SecretNames {
    private static let headers: Set<String> = [
        "authorization", "proxyauthorization", "cookie", "setcookie", "cookie2", "setcookie2",
        "authenticationinfo", "proxyauthenticationinfo", "apikey", "xapikey", "xgoogapikey",
        "ocpapimsubscriptionkey", "xauth", "xauthkey", "xauthorization", "xforwardedauthorization",
        "xamzncredential", "xfunctionskey", "xrapidapikey", "xvaulttoken", "xapplicationkey", "authentication",
        "xjwtassertion", "dpop", "xsignature", "xhubsignature", "xhubsignature256", "sessionid", "xsessionid",
        "xsession", "xotp", "xcsrf", "xxsrf", "xauthpass",
    ]

    private static let fields: Set<String> = [
        "password", "passwd", "pwd", "passphrase", "passcode", "otp", "totp", "secret", "token", "jwt",
        "apikey", "auth", "authorization", "signature", "sig", "credential", "credentials", "sessionid",
        "sessionkey", "sid", "codeverifier", "assertion", "clientassertion", "samlresponse", "samlrequest",
        "cvv", "cvc", "cardnumber", "privatekey", "proxyauthorization", "pass", "csrf", "xsrf", "accesskey",
        "accesskeyid", "awsaccesskeyid", "secretkey", "xamzsignature", "xamzcredential", "xamzsecuritytoken",
        "xgoogsignature", "xgoogcredential", "connectionstring", "bearer", "otpcode", "totpcode", "mfacode",
        "onetimecode", "twofactorcode", "verificationcode", "securitycode", "devicecode", "oauthverifier",
    ]

    private static let endings = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "secretkey", "privatekey",
        "credential", "credentials", "sessionid", "authorization",
    ]

    /// Tokens that only say where a list goes on.
    private static let harmless: Set<String> = [
        "pagetoken", "nextpagetoken", "prevpagetoken", "previouspagetoken", "nexttoken", "continuationtoken",
        "synctoken", "nextsynctoken", "pagingtoken", "starttoken", "cursortoken",
    ]

    package static func isSecret(header: String) -> Bool {
        let name = plain(header)
        return headers.contains(name) || hasSecretEnding(name)
    }

    package static func isSecret(field: String) -> Bool {
        let name = plain(field)
        return fields.contains(name) || hasSecretEnding(name)
    }

    private static func hasSecretEnding(_ name: String) -> Bool {
        // Forms ask for a password twice: `password1`, `password2`.
        let word = name.last?.isNumber == true ? String(name.reversed().drop { $0.isNumber }.reversed()) : name
        return endings.contains { word.hasSuffix($0) } && !harmless.contains(word)
    }

    /// Without case and without what words are joined by: `accessToken`, `access_token` and `Access-Token` are one name.
    /// Of `user[password]` the last name counts, of `password[]` and `password[0]` the one before.
    static func plain(_ name: String) -> String {
        // What is longer is a text.
        if name.utf8.count > 100 { return "" }
        var bytes: [UInt8] = []
        var before: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0x41...0x5A: bytes.append(byte | 0x20)
            case 0x30...0x39, 0x61...0x7A, 0x80...: bytes.append(byte)
            case UInt8(ascii: "["):
                if !isIndex(bytes) { before = bytes }
                bytes.removeAll()
            case UInt8(ascii: ":"):
                before.removeAll()
                bytes.removeAll()
            default: break
            }
        }
        return String(decoding: isIndex(bytes) && !before.isEmpty ? before : bytes, as: UTF8.self)
    }

    private static func isIndex(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }
}
