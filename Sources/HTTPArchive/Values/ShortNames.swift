// What the command calls them.
extension HAR {
    package typealias NoAnswer = AnswerError
    package typealias Refusal = ReadingError
}
