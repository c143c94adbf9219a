import SabirCore
import Testing

@Suite struct DescriptorBudgetTests {
    @Test(arguments: [64, 128, 256, 1_024, 4_096, 65_536, 1_048_576])
    func thereIsAlwaysSomeLeft(limit: Int) {
        let budget = DescriptorBudget(limit: limit)
        #expect(budget.rooms >= 16 && budget.page >= 8)
        if limit >= 128 { #expect(budget.rooms + budget.page <= limit - 64) }
    }

    @Test func aUsualLimitLeavesRoomForAFullRoom() { #expect(DescriptorBudget(limit: 4_096).rooms > 2_000) }
}
