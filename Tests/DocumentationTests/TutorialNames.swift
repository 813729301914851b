/// The steps of the tutorials, as `Scripts/snippets` makes suites of them. What one of them declares, later ones use.
enum Tutorials {
    typealias User = Step_first_4_3.User
    typealias APIClient = Step_first_4_3.APIClient
}

extension Tutorials.Step_first_4_2 {
    /// The client before it is mended.
    typealias User = Tutorials.Step_first_4_1.User
    typealias APIClient = Tutorials.Step_first_4_1.APIClient
}
