/// The steps of the tutorials, as `Scripts/snippets` makes suites of them. What one of them declares, later ones use.
enum Tutorials {
    typealias User = Step_first_4_3.User
    typealias APIClient = Step_first_4_3.APIClient
    typealias RetryingClient = Step_retry_1_2.RetryingClient
    typealias AccountClient = Step_record_2_1.AccountClient
    typealias EventReader = Step_stream_1_1.EventReader
    typealias ChatClient = Step_stream_1_2.ChatClient
    typealias ChatModel = Step_stream_3_1.ChatModel
}

extension Tutorials.Step_first_4_2 {
    /// The client before it is mended.
    typealias User = Tutorials.Step_first_4_1.User
    typealias APIClient = Tutorials.Step_first_4_1.APIClient
}
