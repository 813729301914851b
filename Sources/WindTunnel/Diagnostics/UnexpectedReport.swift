/// What a request that no stub answers fails with.
struct UnexpectedReport {
    let request: MockRequest
    let core: ServerCore

    var text: String {
        let view = core.view
        let mask = ReportMask([request])
        let context = MatchContext(request, origin: core.origin)
        var sections = [RequestText.unexpected(request)]
        // A faulty stub has its own section; next to it "no stubs" would be a lie.
        let isEmpty = view.faults.isEmpty && view.replay == nil
        if let closest = NearestStubs(view, context).text ?? (isEmpty ? "The server has no stubs." : nil) {
            sections.append(closest)
        }
        if let replay = view.replay { sections.append(NearestEntries(replay: replay, context: context).text) }
        sections += [ElsewhereHint.removed(view, context), ElsewhereHint.otherServer(core, request)].compactMap { $0 }
        if !view.faults.isEmpty {
            sections.append("Faults to mend first:\n\n" + ReportText.list(view.faults.map { "    \($0)" }))
        }
        sections.append("The request:\n\n" + RequestText.message(request))
        sections.append("To answer it, add:\n\n    \(StubSource.stub(for: request, origin: core.origin, mask))")
        return mask.masked(ReportText.sections(sections))
    }
}
