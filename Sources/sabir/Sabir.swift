@main struct Sabir { static func main() {} }
