/// What a reviewer sees; everything is empty for others.
struct ReviewJSON: Encodable, Sendable {
    @OrNull var name: String?
    @OrNull var lang: String?
    var sections: [WebReviewSection] = []
}
