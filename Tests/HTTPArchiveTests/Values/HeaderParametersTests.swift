import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HeaderParametersTests {
    @Test(arguments: [
        ("a/b", "x", nil), ("a/b; x=1", "x", "1"), ("a/b;X=1;y=2", "x", "1"),
        (#"a/b; x="1; y=\"2\"""#, "x", #"1; y="2""#),
        (#"a/b; x="1; y=2"; y=3"#, "y", "3"), ("a/b; x", "x", nil), ("a/b; x ; y=1", "y", "1"), ("a/b; x=", "x", ""),
        (#"a/b; x="1"#, "x", "1"), (";;=;x=1", "x", "1"), ("", "x", nil), (#"a; x="\"#, "x", #"\"#),
    ])
    func `parameters of a header may be quoted`(_ header: String, _ name: String, _ value: String?) {
        #expect(MediaType.parameter(name, of: header) == value)
    }
}
