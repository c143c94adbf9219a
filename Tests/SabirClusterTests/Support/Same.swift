import Testing

/// `#expect` of a mutating call's answer, which the macro cannot take.
func same<Value: Equatable>(
    _ found: Value, _ wanted: Value, at place: SourceLocation = #_sourceLocation
) {
    #expect(found == wanted, sourceLocation: place)
}
