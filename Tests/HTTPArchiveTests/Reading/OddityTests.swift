import Foundation
import Testing

@testable import HTTPArchive

@Suite(.timeLimit(.minutes(3)))
struct OddityTests {
    @Test(arguments: Sample.all)
    func `an archive is read whatever is odd about it`(_ sample: Sample) throws {
        let file = try HAR.File(data: sample.data)
        var problems = file.problems
        var answers: [Sample.Answer] = []
        for index in 0..<file.count {
            problems += file.read(at: index).problems
            do {
                let answer = try file.answer(at: index)
                let expected = sample.answers.first { $0.index == index }
                answers.append(
                    Sample.Answer(
                        index: index, status: answer.status,
                        body: expected?.body == nil ? nil : String(decoding: answer.body, as: UTF8.self),
                        headers: expected?.headers == nil ? nil : answer.headers.map { "\($0.name): \($0.value)" }))
                if let shortfall = answer.shortfall { problems.append(.init(entry: index, shortfall)) }
            } catch {
                let problem = HAR.Problem(entry: index, error.reason)
                if !problems.map(\.description).contains(problem.description) { problems.append(problem) }
            }
        }
        #expect(answers == sample.answers)
        #expect(problems.map(\.description) == sample.problems)
    }

    @Test(arguments: Sample.all)
    func `what is read and written is read again as the same`(_ sample: Sample) throws {
        let archive = try HAR(data: sample.data)
        let written = archive.encoded()
        let again = try HAR.File(data: written)
        #expect(again.problems.isEmpty)
        #expect(again.read().archive.encoded() == written)
        #expect(again.read().problems.allSatisfy { $0.message.contains("base64") })
        if archive.log.entries.allSatisfy({ $0.startedDateTime.date != nil }) {
            #expect(again.read().archive == archive)
        }
    }
}

extension HAR.Problem {
    fileprivate init(entry: Int, _ message: String) {
        self.init(entry: entry, path: "", message: message, preventsAnswer: true)
    }
}
