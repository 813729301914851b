import Testing

@testable import LoopbackHTTP

@Suite("SHA-1 and base64")
struct SHA1Tests {
    @Test(
        "The vectors of FIPS 180",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "a49b2446a02c645bf419f995b67091253a04a259"
            ),
        ])
    func vectors(_ message: String, _ digest: String) { #expect(hex(SHA1.digest(message.utf8)) == digest) }

    @Test(
        "Messages around the end of a block",
        arguments: [
            (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"), (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
            (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"), (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
            (65, "11655326c708d70319be2610e8a57d9a5b959d3b"),
        ])
    func blocks(_ count: Int, _ digest: String) {
        #expect(hex(SHA1.digest(repeatElement(UInt8(ascii: "a"), count: count))) == digest)
    }

    @Test(
        "The vectors of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ text: String, _ encoded: String) { #expect(Base64.encode(Array(text.utf8)) == encoded) }

    @Test("Every digit of base64")
    func digits() {
        let bytes = stride(from: 0, to: 64, by: 4).flatMap { first in
            let bits = first << 18 | (first + 1) << 12 | (first + 2) << 6 | (first + 3)
            return [UInt8(bits >> 16), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        }
        #expect(Base64.encode(bytes) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
